// "Visar X av Y": who is found by what, in whose scope, by which of the two plans.
import { createHash } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, ids, north, one, openWorld, outcome, sealed, south, system, type World } from "./world.ts";

interface Answer {
  ids: string[];
  matched: number;
  matched_exact: boolean;
  total: number;
  total_exact: boolean;
}

/** As the server makes them: every substring of a PIN, keyed per organisation. */
const token = (digits: string, organization: string) =>
  createHash("sha256").update(`${organization}:${digits}`).digest("hex").slice(0, 16);
const grams = (pin: string, organization: string) => {
  const parts: string[] = [];
  for (let from = 0; from < pin.length; from += 1) {
    for (let to = from + 1; to <= pin.length; to += 1) parts.push(token(pin.slice(from, to), organization));
  }
  return parts;
};

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.admin.query("update credentials set pin_grams = $2 where id = $1", [
    ids.annaPin,
    grams("4711", ids.north),
  ]);
  await world.admin.query("update credentials set pin_grams = $2 where id = $1", [
    ids.svenPin,
    grams("4812", ids.south),
  ]);
  await world.admin.query(
    `insert into end_users (organization_id, first_name, last_name) values ('${ids.north}', 'Per%', 'O_Malley')`,
  );
});
afterAll(() => world[Symbol.asyncDispose]());

const search = async (
  caller: Caller,
  parameters: {
    query?: string;
    organization_id?: string;
    credential_type?: string;
    limit?: number;
    offset?: number;
    pin_tokens?: string[];
  },
): Promise<Answer> =>
  world.as(caller, async (client: pg.PoolClient) => {
    const names = Object.keys(parameters);
    const list = names.map((name, index) => `"${name}" => $${index + 1}`).join(", ");
    return (
      await one<{ answer: Answer }>(
        client,
        `select public.search_end_users(${list}) as answer`,
        Object.values(parameters),
      )
    ).answer;
  });
const found = async (caller: Caller, query: string) => (await search(caller, { query })).ids;

describe("an org admin", () => {
  test.each<[string, string, boolean]>([
    ["part of a name", "gstr", true],
    ["a name in other case", "ÄNGST", true],
    ["first and last name together", "anna äng", true],
    ["part of a plate", "C12", true],
    ["a plate typed with a hyphen", "abc-123", true],
    ["one letter that a name begins with", "a", true],
    ["two letters that the last name begins with", "än", true],
    ["two letters that a plate begins with", "ab", true],
    ["two letters inside a name only", "nn", false],
    ["two letters inside a plate only", "bc", false],
    ["somebody else", "sven", false],
  ])("finds Anna by %s: %s", async (_what, query, finds) => {
    expect((await found(north, query)).includes(ids.anna)).toBe(finds);
  });

  test("finds nobody of another organisation, nor counts them", async () => {
    expect(await search(north, { query: "svensson" })).toEqual({
      ids: [],
      matched: 0,
      matched_exact: true,
      total: 2,
      total_exact: true,
    });
    expect(await search(north, { organization_id: ids.south })).toMatchObject({ ids: [], matched: 0, total: 2 });
    expect(await search(north, { query: "4812", pin_tokens: [token("4812", ids.south)] })).toMatchObject({ ids: [] });
  });

  test("finds by part of a PIN, through tokens alone", async () => {
    expect(await search(north, { query: "71", pin_tokens: [token("71", ids.north)] })).toMatchObject({
      ids: [ids.anna],
      matched: 1,
    });
    expect(await search(north, { query: "71" })).toMatchObject({ ids: [] });
    expect(await search(north, { query: "99", pin_tokens: [token("99", ids.north)] })).toMatchObject({ ids: [] });
  });

  test("finds signs that LIKE would read as wildcards only where they stand", async () => {
    expect(await found(north, "%")).toEqual([]);
    expect(await found(north, "r% o_m")).toHaveLength(1);
    expect(await found(north, "___")).toEqual([]);
  });
});

test("a system admin finds over all organisations, in one of them, and by kind of credential", async () => {
  expect(await search(system, { query: "" })).toMatchObject({ matched: 3, total: 3 });
  expect(await search(system, { query: "s", organization_id: ids.south })).toMatchObject({
    ids: [ids.sven],
    matched: 1,
    total: 3,
  });
  expect(await search(system, { credential_type: "pin" })).toMatchObject({ matched: 2, total: 3 });
  expect(
    await search(system, { query: "4", pin_tokens: [token("4", ids.north), token("4", ids.south)] }),
  ).toMatchObject({ matched: 2 });
});

test("a page is cut and counted", async () => {
  const first = await search(system, { limit: 2 });
  const second = await search(system, { limit: 2, offset: 2 });
  expect([first.ids.length, second.ids.length, first.matched, second.matched]).toEqual([2, 1, 3, 3]);
  expect(new Set([...first.ids, ...second.ids]).size).toBe(3);
});

test("nobody but the portal roles may search", async () => {
  for (const role of ["anon", "portal_auth", "portal_gate", "portal_engine"] as const) {
    const client = await world.enter({ role });
    expect(await outcome(client.query("select public.search_end_users('anna')"))).toBe("42501");
    await client.query("rollback");
    client.release();
  }
});

describe("among thirty thousand people", () => {
  beforeAll(async () => {
    await world.admin.query(`insert into end_users (organization_id, first_name, last_name, created_at)
      select case when n % 10 = 0 then '${ids.north}' else '${ids.south}' end::uuid, 'Förnamn' || n, case when n % 3 = 0 then 'Vanligson' else 'Person' end,
        now() - n * interval '1 minute' from generate_series(1, 30000) n`);
    await world.admin.query("analyze end_users; analyze credentials");
  });

  test("a rare term is found wherever it is, counted exactly, without reading the table", async () => {
    const client = await world.enter(system);
    const before = await scans(client);
    const { answer } = await one<{ answer: Answer }>(
      client,
      "select public.search_end_users('förnamn29999') as answer",
    );
    const after = await scans(client);
    await client.query("rollback");
    client.release();
    expect(answer).toMatchObject({ matched: 1, matched_exact: true });
    // A thousand to learn that the term is rare, and the few that the index found.
    expect(after - before).toBeLessThan(2_500);
  });

  test("a common term gives the newest page and an estimate that says so", async () => {
    const answer = await search(system, { query: "vanligson" });
    expect(answer.ids).toHaveLength(50);
    expect(answer).toMatchObject({ matched_exact: false, total_exact: false });
    expect(answer.matched).toBeGreaterThan(9_000);
    expect(answer.matched).toBeLessThan(11_000);
    const { rows } = await world.admin.query(
      "select id from end_users where search like '%vanligson%' order by created_at desc, id limit 50",
    );
    expect(answer.ids).toEqual(rows.map((row: { id: string }) => row.id));
  });

  test("both plans find the same people", async () => {
    const inSmallScope = await search(north, { query: "vanligson" });
    const { rows } = await world.admin.query(
      `select id from end_users where organization_id = '${ids.north}' and search like '%vanligson%' order by created_at desc, id limit 50`,
    );
    expect(inSmallScope).toMatchObject({ matched: 1000, matched_exact: true, total: 3002 });
    expect(inSmallScope.ids).toEqual(rows.map((row: { id: string }) => row.id));
  });

  test("an org admin of a large organisation gets a common term's page too", async () => {
    const answer = await search(south, { query: "vanligson" });
    expect(answer.ids).toHaveLength(50);
    expect(answer).toMatchObject({ matched_exact: false, total: 27_001 });
  });
});

/** Rows of end_users read one after another in this transaction. */
async function scans(client: pg.PoolClient): Promise<number> {
  return Number(
    (
      await one<{ n: string }>(
        client,
        "select coalesce(sum(seq_tup_read + idx_tup_fetch), 0) as n from pg_stat_xact_user_tables where relname = 'end_users'",
      )
    ).n,
  );
}

test("sealed texts play no part in the search", async () => {
  expect(await found(system, sealed("4711").slice(0, 10))).toEqual([]);
});
