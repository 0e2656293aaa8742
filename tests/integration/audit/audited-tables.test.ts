// Every write that a portal role may make by a table call is audited: each table and verb that the catalogue grants.
import { afterAll, afterEach, expect, test } from "vitest";
import { z } from "zod";
import { filterOf, samplesOf } from "#tests/integration/security/rules/samples.ts";
import { openRuleWorld, type Who } from "#tests/integration/security/rules/world.ts";

const world = await openRuleWorld();
afterAll(() => world.close());
// The next call's role may lack its second factor.
afterEach(() => world.sql("update mfa_requirements set required = false"));
const samples = samplesOf(world);

const granted = await world.sql(
  `select c.relname as name, array_remove(array[
      case when has_any_column_privilege(r, c.oid, 'insert') then 'insert' end,
      case when has_any_column_privilege(r, c.oid, 'update') then 'update' end,
      case when has_table_privilege(r, c.oid, 'delete') then 'delete' end], null) as verbs, r as role
   from pg_class c, unnest(array['org_admin', 'system_admin']) r
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1, r`,
);
const WHO: Record<string, Who> = { org_admin: "north", system_admin: "system" };
const PATHS = granted.flatMap(({ name, verbs, role }) =>
  z
    .array(z.string())
    .parse(verbs)
    // A function encrypts codes when it makes them. The codec refuses those of a table call.
    .filter((verb) => !(name === "weekly_codes" && verb === "insert"))
    .map((verb) => ({ table: String(name), verb, who: WHO[String(role)] ?? "north" })),
);

/** Returns the events of people on the table, by their ids. */
const written = async (table: string) =>
  new Map(
    (await world.sql("select id, action from audit where subject_table = $1 and actor is not null", [table])).map(
      ({ id, action }) => [String(id), String(action)],
    ),
  );
const since = async (before: ReadonlyMap<string, string>, table: string) =>
  [...(await written(table))].filter(([id]) => !before.has(id)).map(([, action]) => action);

test("there is a sample of each table that a portal role may write", () => {
  expect(PATHS.length).toBeGreaterThan(45);
  expect([...new Set(PATHS.map(({ table }) => table))].filter((table) => samples[table] === undefined)).toEqual([]);
  expect(Object.keys(samples).filter((table) => !PATHS.some((path) => path.table === table))).toEqual([]);
});

/** Makes a row to change or remove, past the tenant guard or as a system admin. That admin's event is counted beforehand. */
async function aRow(table: string): Promise<string> {
  const { row, planted, there } = samples[table] ?? {};
  if (there !== undefined) return there;
  if (planted !== undefined) return planted();
  const body = (await row?.()) ?? {};
  expect((await world.rest("system", table, { body })).code).toBe("done");
  return filterOf(body);
}

/**
 * Columns that this test does not change: ciphertext, which the codec refuses; columns that only functions write (chosen-ids.test.ts); a
 * column that has an event of its own; and the note, whose event says only that it changed (people/person-fields.test.ts).
 */
const BESIDE = ["access_points.pin_alone", "controller_users.pin", "end_users.note", "weekly_codes.code"];

test("each column that a table call may change is in the event of its change", async () => {
  const rows = await world.sql(
    `select distinct c.relname || '.' || a.attname as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped, unnest(array['org_admin', 'system_admin']) r
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and has_column_privilege(r, c.oid, a.attnum, 'update')
       -- A PIN is there as a changed secret, a plate as itself.
       and private.audit_masked(jsonb_build_object('credential_type', 'license_plate', a.attname, 'new'), null)
         = private.audit_masked(jsonb_build_object('credential_type', 'license_plate', a.attname, 'old'), null) order by 1`,
  );
  expect(rows.map(({ name }) => name).filter((name) => !BESIDE.includes(String(name)))).toEqual([]);
});

test.each(PATHS)("$table: what $who does by $verb is one event", async ({ table, verb, who }) => {
  const sample = samples[table];
  if (verb === "insert") {
    const { id, ...others } = (await sample?.row?.()) ?? {};
    // An org admin chooses no id (security/chosen-ids.test.ts).
    const body = who === "system" && id !== undefined ? { id, ...others } : others;
    const before = await written(table);
    expect((await world.rest(who, table, { body })).code).toBe("done");
    expect(await since(before, table)).toEqual([`${table}.insert`]);
    return;
  }
  const filter = await aRow(table);
  const before = await written(table);
  const method = verb === "update" ? "PATCH" : "DELETE";
  const body = verb === "update" ? sample?.changed : undefined;
  expect(await world.rest(who, `${table}?${filter}`, { method, body })).toMatchObject({ code: "done" });
  expect(await since(before, table)).toEqual([`${table}.${verb}`]);
});
