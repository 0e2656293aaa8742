// Limits of the work that one organisation's administrators make the shared server do: count, nest, and ask at once.
import type { SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { readCatalogue } from "#rest/catalogue.ts";
import { turnsOf } from "#server/platform/database/as-user.ts";
import { STATEMENTS_PER_ORGANIZATION, STATEMENTS_PER_SESSION } from "#server/platform/database/statement-turns.ts";
import { createAccount, startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { type QueryPlan, rowsRead } from "#tests/support/query-plan.ts";
import { plantTenants, type TenantWorld } from "#tests/support/tenant-world.ts";

let portal: TestPortal;
let world: TenantWorld;
let nord: SupabaseClient;
let syd: SupabaseClient;
let system: SupabaseClient;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await plantTenants(portal);
  const { accounts, url } = portal;
  nord = await signedInClient(url, accounts.nord);
  syd = await signedInClient(url, accounts.syd);
  system = await signedInClient(url, accounts.system);
});
afterAll(() => portal.close());

const token = async (client: SupabaseClient) => (await client.auth.getSession()).data.session?.access_token ?? "";
type Sent = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };
const call = async (bearer: string, path: string, init: Sent = {}) =>
  fetch(portal.url + path, { ...init, headers: { authorization: `Bearer ${bearer}`, ...init.headers } });

describe("a count", () => {
  const COUNTS = ["exact", "planned", "estimated"] as const;
  const reported = async () => ({
    lists: await Promise.all(
      COUNTS.map(async (count) => (await nord.from("end_users").select("id", { count, head: true })).count),
    ),
    filtered: await Promise.all(
      COUNTS.map(
        async (count) => (await nord.from("end_users").select("id", { count }).ilike("last_name", "%a%")).count,
      ),
    ),
    theirs: await Promise.all(
      COUNTS.map(
        async (count) => (await nord.from("end_users").select("id", { count }).eq("first_name", "Granne")).count,
      ),
    ),
    linked: await Promise.all(
      COUNTS.map(async (count) => (await nord.from("controllers").select("id", { count }).like("name", "%")).count),
    ),
    embedded: (await nord.from("organizations").select("end_users(count)")).data,
    byEmbed: await Promise.all(
      COUNTS.map(
        async (count) => (await nord.from("end_users").select("id, credentials!inner()", { count, head: true })).count,
      ),
    ),
    called: await Promise.all(
      COUNTS.map(
        async (count) =>
          (await nord.rpc("search_end_users", { query: "", limit: 1, offset: 0 }, { count })).data?.total,
      ),
    ),
    written: (
      await nord.from("end_users").update({ first_name: "X" }, { count: "planned" }).ilike("last_name", "nobody")
    ).count,
  });

  test("says nothing of a neighbour's number of rows", async () => {
    await portal.admin.query("analyze");
    const before = await reported();
    await portal.admin.query(
      "insert into end_users (organization_id, first_name, last_name) select $1, 'Granne', 'Namn ' || n from generate_series(1, 20000) n",
      [world.syd.organization],
    );
    await portal.admin.query(
      "insert into controllers (name, device_type, device_ip, organization_id, enabled) select 'Granne ' || n, 'axis', '192.0.2.9', $1, false from generate_series(1, 300) n",
      [world.syd.organization],
    );
    await portal.admin.query("analyze");
    expect(await reported()).toEqual(before);
    const { rows } = await portal.admin.query<{ n: string }>(
      "select count(*) as n from end_users where organization_id = $1",
      [world.nord.organization],
    );
    expect(before.lists).toEqual([4, 4, 4]);
    expect(Number(rows[0]?.n)).toBe(4);
    // The planner counts for system admins, who own all rows.
    const { count } = await system.from("end_users").select("id", { count: "planned", head: true });
    expect(count).toBeGreaterThan(15_000);
  });

  test("in a long log, which ends where the planner goes on, begins with the rows of its page", async () => {
    // Rows are inserted oldest first, like a growing log; the test asks for half of them.
    await portal.admin.query(
      `insert into door_events (id, occurred_at, device_time, kind)
       select gen_random_uuid(), now() - n * interval '1 second', now(), 'door_opened' from generate_series(40000, 1, -1) n`,
    );
    await portal.admin.query("vacuum analyze door_events");
    const sent = vi.spyOn(pg.Client.prototype, "query");
    const page = await system
      .from("merged_log")
      .select("id, kind, controllers(name)", { count: "estimated" })
      .gte("occurred_at", new Date(Date.now() - 20_000_000).toISOString())
      .order("occurred_at", { ascending: false })
      .order("id")
      .limit(100);
    expect(page.count).toBeGreaterThan(10_000);
    const asked = sent.mock.calls
      .map(([query]) => statement.safeParse(query).data)
      .filter((query) => query !== undefined);
    sent.mockRestore();
    const list = asked.find(({ text }) => text.includes("merged_log") && !text.startsWith("explain"));
    // Embeds do not change the number of rows, and are not planned for it.
    const estimate = asked.find(({ text }) => text.includes("merged_log") && text.startsWith("explain"));
    expect([list?.text, estimate?.text].map((text) => text?.includes('"controllers"'))).toEqual([true, false]);
    const explain = `explain (analyze, timing off, format json) ${list?.text}`;
    const { rows } = await portal.admin.query<QueryPlan>(explain, list?.values);
    // The plan reads one page and, in another step, the 1,001 rows that are counted.
    expect(Math.max(...rowsRead(rows[0], /^door_events/))).toBeLessThan(2_000);
  });
  const statement = z.object({ text: z.string(), values: z.array(z.unknown()) });
});

describe("a table of the portal", () => {
  test("refers to itself nowhere, so that no relation comes back in its own ancestry at all", async () => {
    const catalogue = await readCatalogue(portal.admin, { schema: "public", codecs: [], roles: null });
    const all = [...catalogue.relationships.values()].flat();
    expect(all.length).toBeGreaterThan(30);
    expect(all.filter(({ from, target }) => from === target)).toEqual([]);
  });

  test("is not read round in circles by an org admin", async () => {
    const circle =
      "id,credentials(id,controller_assignments(controller_id,credentials(id,end_users(id,credentials(id)))))";
    const { error, status } = await nord.from("end_users").select(circle);
    expect({ status, code: error?.code }).toEqual({ status: 400, code: "PGRST127" });
  });
});

/** Holds a lock that every reader of people waits for, while `during` examines the queue. */
async function whileHeld<T>(during: () => Promise<T>): Promise<T> {
  const client = await portal.admin.connect();
  turnsOf(portal.server.deps.pools.user).deleteTimes(); // An earlier test has used up much database time.
  try {
    await client.query("begin; lock table end_users in access exclusive mode");
    return await during();
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const underWay = async () => {
  const { rows } = await portal.admin.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'portal-user' and wait_event_type = 'Lock'",
  );
  return rows[0]?.n ?? 0;
};

describe("statements at once", () => {
  test("are two for a session; the others wait, and every one of them is answered", async () => {
    const bearer = await token(nord);
    const asked = await whileHeld(async () => {
      const all = Array.from({ length: 14 }, async (_, n) => {
        const { status } = await call(bearer, `/rest/v1/end_users?select=id&limit=${n + 1}`);
        return status;
      });
      await expect.poll(underWay).toBe(STATEMENTS_PER_SESSION);
      await expect.poll(() => turnsOf(portal.server.deps.pools.user).load).toEqual({ running: 2, waiting: 12 });
      return all;
    });
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 14 }, () => 200));
  });

  test("are four for an organisation over tables, calls and functions, and its neighbour is answered", async () => {
    const second = await createAccount(portal.server, "nord-two", world.nord.organization);
    const others = await Promise.all(
      [second, second, portal.accounts.nord].map((account) => signedInClient(portal.url, account)),
    );
    const bearers = await Promise.all([nord, ...others].map(token));
    for (const bearer of bearers) expect((await call(bearer, "/rest/v1/organizations?select=id")).status).toBe(200);
    const search = { method: "POST", headers: { "content-type": "application/json" }, body: '{"query":"x"}' };
    const asked = await whileHeld(async () => {
      const all = bearers.flatMap((bearer) => [
        call(bearer, "/rest/v1/end_users?select=id"),
        call(bearer, "/rest/v1/end_users?first_name=eq.x", {
          method: "PATCH",
          headers: { "content-type": "application/json" },
          body: '{"last_name":"y"}',
        }),
        call(bearer, "/rest/v1/rpc/search_end_users", search),
      ]);
      await expect.poll(underWay).toBe(STATEMENTS_PER_ORGANIZATION);
      await expect.poll(() => turnsOf(portal.server.deps.pools.user).load.waiting).toBe(8);
      const neighbour = await call(await token(syd), "/rest/v1/organizations?select=id");
      expect(neighbour.status).toBe(200);
      expect(await underWay()).toBe(STATEMENTS_PER_ORGANIZATION);
      return all;
    });
    for (const reply of await Promise.all(asked)) expect(reply.status).toBeLessThan(300);
  });

  test("beyond what may wait are asked to come again, in both shapes of an error", async () => {
    const bearer = await token(nord);
    const refused = await whileHeld(async () => {
      let answered = 0;
      const all = Array.from({ length: 80 }, async () => {
        const reply = await call(bearer, "/rest/v1/end_users?select=id");
        answered += 1;
        return reply;
      });
      // The others are answered only after the lock is released.
      await expect.poll(() => answered).toBe(80 - 64 - 2);
      expect(turnsOf(portal.server.deps.pools.user).load.waiting).toBe(64);
      const search = await call(bearer, "/rest/v1/rpc/search_end_users", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"query":"x"}',
      });
      return { all, search };
    });
    const replies = await Promise.all(refused.all);
    const [over] = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(80 - 64 - 2);
    expect(over?.headers.get("retry-after")).toBe("1");
    expect(await over?.json()).toMatchObject({
      code: "rate_limited",
      message: expect.stringContaining("inget har ändrats"),
    });
    expect(refused.search.status).toBe(429);
    expect(refused.search.headers.get("retry-after")).toBe("1");
    expect(await refused.search.json()).toMatchObject({ code: "rate_limited" });
  });
});

describe("JSON nested a hundred thousand deep", () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);

  test.each([
    ["POST", "/rest/v1/end_users"],
    ["POST", "/rest/v1/rpc/search_end_users"],
    ["POST", "/functions/v1/end-user-manager"],
    ["POST", "/functions/v1/accept-invitation"],
    ["POST", "/functions/v1/first-admin"],
    ["PUT", "/auth/v1/user"],
  ])("is refused by %s %s, and so is a key that reaches a prototype", async (method, path) => {
    const headers = { "content-type": "application/json" };
    const bearer = await token(nord);
    expect((await call(bearer, path, { method, headers, body: `{"data":${deep.slice(0, 30_000)}}` })).status).toBe(400);
    expect((await call(bearer, path, { method, headers, body: `{"data":${deep}}` })).status).toBeGreaterThanOrEqual(
      400,
    );
    expect((await call(bearer, path, { method, headers, body: `{"data":${deep}}` })).status).toBeLessThan(500);
    const proto = await call(bearer, path, {
      method,
      headers,
      body: '{"__proto__":{"a":1},"constructor":{"prototype":1}}',
    });
    expect(proto.status).toBeLessThan(500);
  });
});

const refusal = z.object({ code: z.string(), message: z.string(), details: z.null(), hint: z.string().nullable() });

describe("a bearer token that is no good", () => {
  test("is PGRST301, and none at all is said as before", async () => {
    const bad = await call("a.b.c", "/rest/v1/end_users");
    expect({ status: bad.status, ...refusal.parse(await bad.json()) }).toEqual({
      status: 401,
      code: "PGRST301",
      message: "JWT could not be verified",
      details: null,
      hint: "Inloggningen gäller inte längre. Logga in igen.",
    });
    expect(bad.headers.get("www-authenticate")).toBe(
      'Bearer error="invalid_token", error_description="JWT could not be verified"',
    );
    const none = await fetch(`${portal.url}/rest/v1/end_users`);
    expect({ status: none.status, body: await none.json() }).toMatchObject({
      status: 401,
      body: { code: "not_signed_in" },
    });
  });
});
