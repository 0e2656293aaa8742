// Permanent rows from calls that change nothing are bounded per account over all servers; what cannot be audited is not done.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AUDITED_EVENTS_PER_DAY, AUDITED_EVENTS_PER_MINUTE } from "#contract/limits.ts";
import { freePort } from "#scripts/lib/free-port.ts";
import { startServer } from "#server/main.ts";
import { loadConfig } from "#server/platform/config.ts";
import { startTestPortal, type TestAccount, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { TEST_SECRET_KEY } from "#tests/support/cluster.ts";

/** The number of notes; AUDIT_NOTES=1000 is the whole flood; the quota of a minute lets most of it through. */
const NOTES = Number(process.env["AUDIT_NOTES"] ?? 300);
const MEGABYTE = 1024 * 1024;
const TABLES = ["audit", "audit_chain", "audit_unchained"];

let portal: TestPortal;
let clients: SupabaseClient[];
let system: SupabaseClient;
const stack = new AsyncDisposableStack();

beforeAll(async () => {
  portal = await startTestPortal();
  stack.defer(() => portal.close());
  const folder = await mkdtemp(join(tmpdir(), "access-portal-second-"));
  stack.defer(() => rm(folder, { recursive: true }));
  const config = loadConfig(
    {
      PORT: String(await freePort()),
      PORTAL_DATA_DIR: folder,
      PORTAL_SECRET_KEY: TEST_SECRET_KEY,
      PUBLIC_URL: portal.url,
      LOG_LEVEL: "silent",
      BACKUP_AT: "off",
    },
    { demo: true },
  );
  const second = await startServer({ config, adminUrl: portal.database.adminUrl, pageDir: null });
  stack.defer(() => second.close());
  clients = [
    await signedInClient(portal.url, portal.accounts.nord),
    await signedInClient(second.url, portal.accounts.nord),
  ];
  system = await signedInClient(portal.url, portal.accounts.system);
});
afterAll(() => stack.disposeAsync());
beforeEach(forget);

/** Empties one table at a time, each locked whole: the servers chain rows in an order of their own at the same time. */
async function forget(): Promise<void> {
  for (const table of ["audit_chain", "audit_unchained", "audit"]) {
    await portal.admin.query(
      `begin; set local session_replication_role = replica; lock table ${table} in access exclusive mode; delete from ${table}; commit`,
    );
  }
}

const actions = async (action: string): Promise<number> =>
  (await portal.admin.query<{ n: number }>("select count(*)::int as n from audit where action = $1", [action])).rows[0]
    ?.n ?? -1;
/** Returns the bytes that stay: rows that wait to be chained come and go, and leave room for others. */
async function bytes(): Promise<number> {
  await portal.admin.query(`vacuum full ${TABLES.join(", ")}`);
  const { rows } = await portal.admin.query<{ n: number }>(
    "select sum(pg_total_relation_size(t::regclass))::int as n from unnest($1::text[]) t",
    [TABLES],
  );
  return rows[0]?.n ?? -1;
}

async function exportAgainAndAgain(times: number): Promise<number[]> {
  const statuses: number[] = [];
  const filters = { text: "å".repeat(900) };
  let left = times;
  await Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      while (left-- > 0) {
        const { status } = await (clients[worker % 2] ?? system).rpc("record_export", { list: "audit", filters });
        statuses.push(status);
      }
    }),
  );
  return statuses;
}

async function spend(account: TestAccount, action: string, left = 0): Promise<void> {
  await portal.admin.query("insert into audit (actor, action) select $1, $2 from generate_series(1, $3::int)", [
    account.userId,
    action,
    AUDITED_EVENTS_PER_MINUTE - left,
  ]);
}

/** The highest number of audited exports within fifty seconds, ten less than the window, because a row is dated at the start of its transaction. */
const MOST_AT_ONCE = `select max(n)::int as n from (select count(*) over (order by at range between interval '50 seconds' preceding and current row) as n
  from audit where action = 'audit_exported') w`;

test("exports beyond a minute's quota, over two servers, leave as many rows as the quota allows", async () => {
  // On a slow machine the rest of the quota alone fits into one minute.
  await spend(portal.accounts.nord, "audit_exported", 30);
  const before = await bytes();
  expect(new Set(await exportAgainAndAgain(NOTES))).toEqual(new Set([204, 429]));
  const { rows } = await portal.admin.query(MOST_AT_ONCE);
  expect(rows).toEqual([{ n: AUDITED_EVENTS_PER_MINUTE }]);
  expect((await bytes()) - before).toBeLessThan(MEGABYTE);
});

test("the refusal is a Swedish sentence that says what was done and what to do, and is the account's own", async () => {
  await spend(portal.accounts.nord, "pin_revealed");
  const [nord = system] = clients;
  const { error, status } = await nord.rpc("record_export", { list: "audit", filters: {} });
  expect([status, error?.code]).toEqual([429, "PT429"]);
  expect(error?.message).toMatch(/antecknas i händelseloggen\. Inget har gjorts\. Vänta en minut/);
  expect((await system.rpc("record_export", { list: "audit", filters: {} })).status).toBe(204);
});

test("a day has an end of its own", async () => {
  await portal.admin.query(
    `insert into audit (actor, organization_id, action, at) select $1, $2, 'pin_revealed', now() - interval '2 hours' from generate_series(1, $3::int)`,
    [portal.accounts.nord.userId, portal.accounts.nord.organizationId, AUDITED_EVENTS_PER_DAY - 1],
  );
  const statuses = await exportAgainAndAgain(5);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 429, 429, 429, 429]);
  const { error } = await (clients[0] ?? system).rpc("record_export", { list: "audit", filters: {} });
  expect(error?.message).toMatch(/dagens gräns.*Inget har gjorts\. Försök igen i morgon\./);
});

test("a function that cannot be audited is refused with the same sentence", async () => {
  await spend(portal.accounts.system, "pin_revealed");
  const { status, body } = await callFunction(system, "sync-control", { action: "SYNC_NOW" });
  expect([status, body["code"]]).toEqual([429, "rate_limited"]);
  expect(body["error"]).toMatch(/Inget har gjorts/);
  expect(await actions("controller_synced")).toBe(0);
});

test("a change of rows and a sign-in are never refused for their number of operations", async () => {
  await spend(portal.accounts.nord, "pin_revealed");
  const [nord = system] = clients;
  const { error } = await nord
    .from("end_users")
    .insert({ organization_id: portal.accounts.nord.organizationId, first_name: "Alva", last_name: "Ny" });
  expect(error).toBeNull();
  await expect(signedInClient(portal.url, portal.accounts.nord)).resolves.toBeDefined();
});

test("an account's own data, changed again and again, ends as well", async () => {
  await spend(portal.accounts.nord, "auth.data_change", 2);
  const [nord = system] = clients;
  const codes: (string | undefined)[] = [];
  for (let i = 0; i < 4; i++) codes.push((await nord.auth.updateUser({ data: { theme: `t${i}` } })).error?.code);
  const refused = "over_request_rate_limit";
  expect(codes).toEqual([undefined, undefined, refused, refused]);
  expect(await actions("auth.data_change")).toBe(AUDITED_EVENTS_PER_MINUTE);
});

test("everybody renamed sixty times is sixty rows with their number, in less than a megabyte", async () => {
  const [nord = system] = clients;
  await portal.admin.query(
    "insert into end_users (organization_id, first_name, last_name) select $1, repeat('F', 90), repeat('L', 90) || n from generate_series(1, 150) n",
    [portal.accounts.nord.organizationId],
  );
  const before = await bytes();
  for (let i = 0; i < 60; i++) {
    const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(45))).toString("hex");
    const { error } = await nord
      .from("end_users")
      .update({ first_name: `${noise}${i}` })
      .gte("last_name", "L");
    expect(error).toBeNull();
  }
  // A kept change counts for a minute, which sixty changes may outlast on a slow machine.
  const { rows } = await portal.admin.query<{ row_count: number; kept: number; soon: boolean }>(
    `select row_count, jsonb_array_length(after) as kept, at < min(at) over () + interval '50 seconds' as soon
     from audit where action = 'end_users.update' order by at`,
  );
  expect(rows).toHaveLength(60);
  expect(rows.every(({ row_count }) => row_count >= 150)).toBe(true);
  expect([rows[0]?.kept, rows.findLast(({ soon }) => soon)?.kept]).toEqual([100, 1]);
  expect((await bytes()) - before).toBeLessThan(MEGABYTE);
});
