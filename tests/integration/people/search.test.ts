// "Visar X av Y": the people found, the searched fields, the scope and the plan.
import { createHash } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Caller,
  encrypted,
  ids,
  north,
  one,
  openWorld,
  outcome,
  south,
  system,
  type World,
} from "#tests/integration/platform/world.ts";

interface Answer {
  ids: string[];
  matched: number;
  matched_exact: boolean;
  total: number;
  total_exact: boolean;
}

/** Makes search tokens as the server does: every substring of a PIN, keyed per organisation. */
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
    sort?: string;
    descending?: boolean;
    expired?: boolean;
    controller_id?: string;
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
  // Covers: 5.15
  test.each<[string, string, boolean]>([
    ["part of a name", "gstr", true],
    ["a name in other case", "ÄNGST", true],
    ["first and last name together", "anna äng", true],
    ["part of a plate", "C12", true],
    ["a plate typed with a hyphen", "abc-123", true],
    ["one character that a name begins with", "a", true],
    ["two characters that the last name begins with", "än", true],
    ["two characters that a plate begins with", "ab", true],
    ["two characters inside a name only", "nn", false],
    ["two characters inside a plate only", "bc", false],
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

  // Covers: 5.15
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

describe("in the order asked for", () => {
  const names = async (caller: Caller, parameters: Parameters<typeof search>[1]) => {
    const { ids: page } = await search(caller, parameters);
    const { rows } = await world.admin.query<{ name: string }>(
      "select u.first_name as name from end_users u join unnest($1::uuid[]) with ordinality p (id, n) using (id) order by n",
      [page],
    );
    return rows.map((row) => row.name);
  };

  // Covers: 2.38
  test.each([
    ["name", false, ["Anna", "Per%", "Sven"]],
    ["name", true, ["Sven", "Per%", "Anna"]],
    ["organization", false, ["Per%", "Anna", "Sven"]],
    ["organization", true, ["Sven", "Per%", "Anna"]],
    // The first to expire come first; Sven's never do, and Per has none.
    ["valid_to", false, ["Anna", "Sven", "Per%"]],
    ["valid_to", true, ["Sven", "Anna", "Per%"]],
  ])("by %s, descending %s", async (sort, descending, expected) => {
    await world.admin.query(`update credentials set valid_to = now() + interval '9 days' where id = '${ids.annaCar}'`);
    await world.admin.query(`update credentials set valid_to = null where end_user_id = '${ids.sven}'`);
    await world.admin.query(`update end_users set created_at = '2020-01-01' where id = '${ids.anna}'`);
    expect(await names(system, { sort, descending })).toEqual(expected);
    // Pages join to the same list, and so do those of a search.
    const pages = [0, 1, 2].map((offset) => names(system, { sort, descending, offset, limit: 1 }));
    expect((await Promise.all(pages)).flat()).toEqual(expected);
    expect(await names(system, { sort, descending, query: "per" })).toEqual(["Per%"]);
    expect(await names(system, { sort, descending, query: "an" })).toEqual(["Anna"]);
    expect(await names(north, { sort, descending })).toEqual(expected.filter((name) => name !== "Sven"));
  });

  test("one kind of credential is sorted by its own end", async () => {
    await world.admin.query(`update credentials set valid_to = now() + interval '5 days' where id = '${ids.annaCar}'`);
    await world.admin.query(`update credentials set valid_to = now() + interval '9 days' where id = '${ids.annaPin}'`);
    await world.admin.query(`update credentials set valid_to = now() + interval '7 days' where id = '${ids.svenPin}'`);
    expect(await names(system, { sort: "valid_to", descending: false })).toEqual(["Anna", "Sven", "Per%"]);
    expect(await names(system, { sort: "valid_to", descending: false, credential_type: "pin" })).toEqual([
      "Sven",
      "Anna",
    ]);
  });

  test("Å, Ä and Ö come last, as in Swedish", async () => {
    const swedish = ["Zeta", "Åsa", "Ärla", "Östen"];
    await world.admin.query(
      "insert into end_users (organization_id, first_name, last_name) select $1, unnest($2::text[]), 'Ordningsson'",
      [ids.south, swedish.toReversed()],
    );
    expect(await names(south, { sort: "name", descending: false, query: "ordningsson" })).toEqual(swedish);
    expect((await names(south, { sort: "name", descending: false })).slice(-4)).toEqual(swedish);
    await world.admin.query("delete from end_users where last_name = 'Ordningsson'");
  });

  test("an order that is not known is refused", async () => {
    await expect(search(system, { sort: "pin" })).rejects.toMatchObject({ code: "22023" });
  });
});

test("nobody but the portal roles may search", async () => {
  for (const role of ["anon", "portal_auth", "portal_gate", "portal_engine"] as const) {
    const client = await world.enter({ role });
    expect(await outcome(client.query("select public.search_end_users('anna')"))).toBe("42501");
    await client.query("rollback");
    client.release();
  }
});

test("a filter finds people with something that ended, by kind, in every order", async () => {
  const end = (id: string, after: string) =>
    world.admin.query(
      "update credentials set valid_from = now() - interval '9 days', valid_to = now() + $2::interval where id = $1",
      [id, after],
    );
  await end(ids.annaCar, "-1 day");
  await end(ids.annaPin, "1 day");
  await end(ids.svenPin, "-2 days");
  for (const sort of ["created_at", "name", "organization", "valid_to"]) {
    const { ids: page, matched, total } = await search(system, { expired: true, sort });
    expect([page.toSorted(), matched, total]).toEqual([[ids.anna, ids.sven].toSorted(), 2, 3]);
    expect(await search(system, { expired: true, sort, credential_type: "pin" })).toMatchObject({
      ids: [ids.sven],
      matched: 1,
    });
    expect(await search(north, { expired: true, sort })).toMatchObject({ ids: [ids.anna], matched: 1 });
    expect(await search(system, { expired: true, sort, query: "anna" })).toMatchObject({ ids: [ids.anna], matched: 1 });
    expect(await search(system, { expired: true, sort, query: "per" })).toMatchObject({ ids: [], matched: 0 });
  }
  await end(ids.annaCar, "9 days");
  await end(ids.svenPin, "9 days");
});

test("a filter finds people with access through one controller or gate, in every order", async () => {
  for (const sort of ["created_at", "name", "organization", "valid_to"]) {
    const through = (controller_id: string) => search(system, { controller_id, sort });
    expect(await through(ids.northGate)).toMatchObject({ ids: [ids.anna], matched: 1, total: 3 });
    expect(await through(ids.southern)).toMatchObject({ ids: [ids.sven], matched: 1 });
    expect(await search(system, { controller_id: ids.northGate, sort, query: "sven" })).toMatchObject({ matched: 0 });
    expect(await search(north, { controller_id: ids.southern, sort })).toMatchObject({ ids: [], matched: 0 });
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
    // The plan reads a thousand rows to find that the term is rare, then the few rows from the index.
    expect(after - before).toBeLessThan(2_500);
  });

  // Covers: 2.38
  test.each([
    ["name", 'u.search collate "sv-SE-x-icu"'],
    ["organization", "(select o.name from organizations o where o.id = u.organization_id)"],
    ["valid_to", "(select min(coalesce(c.valid_to, 'infinity')) from credentials c where c.end_user_id = u.id)"],
  ])("a page by %s is right and read along an index, for every role", async (sort, key) => {
    for (const caller of [system, south]) {
      const client = await world.enter(caller);
      const page = async (order: string) => {
        const before = await scans(client);
        const { answer } = await one<{ answer: Answer }>(
          client,
          "select public.search_end_users(sort => $1, descending => false) as answer",
          [order],
        );
        return { answer, read: (await scans(client)) - before };
      };
      const usual = await page("created_at");
      const { answer, read } = await page(sort);
      await client.query("rollback");
      client.release();
      expect(answer.ids).toHaveLength(50);
      expect(read - usual.read).toBeLessThan(500);
      const values = async (list: string) =>
        (await world.admin.query<{ v: string }>(`select (${key})::text as v from (${list}) u order by n`, [answer.ids]))
          .rows;
      const mine = caller === south ? `where organization_id = '${ids.south}'` : "";
      expect(
        await values("select e.*, p.n from end_users e join unnest($1::uuid[]) with ordinality p (id, n) using (id)"),
      ).toEqual(
        await values(
          `select u.*, row_number() over (order by ${key}) as n from end_users u ${mine} order by ${key} limit cardinality($1::uuid[])`,
        ),
      );
    }
  });

  test("a common term is found in every order, also where all its people stand last", async () => {
    const last = await search(system, { query: "vanligson", sort: "name", descending: true });
    expect(last.ids).toHaveLength(50);
    await world.admin.query("update end_users set first_name = 'Östen' where last_name = 'Vanligson'");
    const { ids: page, matched } = await search(system, { query: "vanligson", sort: "name", descending: false });
    expect([page.length, matched]).toEqual([50, 10_000]);
    expect(new Set(page).size).toBe(50);
    await world.admin.query("update end_users set first_name = 'Förnamn' where last_name = 'Vanligson'");
  });

  test("a rare term is listed and counted exactly, also when none of the newest has it", async () => {
    expect(await search(system, { credential_type: "license_plate" })).toMatchObject({
      ids: [ids.sven, ids.anna],
      matched: 2,
      matched_exact: true,
    });
    await world.admin.query(`update credentials set valid_to = now() - interval '1 day' where id = '${ids.annaCar}'`);
    for (const more of [{}, { credential_type: "license_plate" }, { sort: "valid_to" }])
      expect(await search(system, { expired: true, ...more })).toMatchObject({ ids: [ids.anna], matched: 1 });
    await world.admin.query(`update credentials set valid_to = now() + interval '9 days' where id = '${ids.annaCar}'`);
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

test("encrypted texts play no part in the search", async () => {
  expect(await found(system, encrypted("4711").slice(0, 10))).toEqual([]);
});
