// Nobody writes a column that the database or the server derives from others; the catalogue gives the list.
import { afterAll, beforeAll, expect, test } from "vitest";
import { encrypted, ids, north, openWorld, system, tried, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Columns that a trigger assigns and that a portal role may name all the same. */
const WRITTEN_TOO: Readonly<Record<string, string>> = {
  "controller_assignments.axis_credential_token": "a released client's; emptied whenever what it belongs to changes",
  "controller_assignments.axis_user_token": "a released client's; emptied whenever what it belongs to changes",
  "controller_assignments.organization_id": "a system admin's insert; the credential's is stored instead",
  "credentials.organization_id": "a system admin's insert; the person's is stored instead",
  "credentials.valid_to": "chosen; assigned only where nothing was",
  "organization_access_points.controller_id": "the access point's is stored instead",
};

interface Derived {
  name: string;
  is_generated: boolean;
  is_writable: boolean;
}

/** Returns generated columns, and those that a trigger assigns before the write. */
const derived = async (): Promise<Derived[]> =>
  (
    await world.admin.query<Derived>(
      `with assigned as (
         select t.tgrelid as relation, m[1] as column_name from pg_trigger t join pg_proc p on p.oid = t.tgfoid,
           regexp_matches(p.prosrc, '(?:into|^|[^.\\w])\\s*new\\.(\\w+)\\s*(?::=|from\\M)', 'gi') m
         where t.tgtype & 2 = 2 and not t.tgisinternal)
       select c.relname || '.' || a.attname as name, a.attgenerated <> '' as is_generated,
         exists (select from unnest(array['anon', 'system_admin', 'org_admin']) r, unnest(array['insert', 'update']) v
           where has_column_privilege(r, c.oid, a.attnum, v)) as is_writable
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and (a.attgenerated <> '' or exists (select from assigned s where s.relation = c.oid and s.column_name = a.attname))
       order by (c.relname || '.' || a.attname) collate "C"`,
    )
  ).rows;

test("no portal role writes a derived column, but for those that have a reason here", async () => {
  const all = await derived();
  expect(all.filter(({ is_generated }) => is_generated).length).toBeGreaterThan(15);
  expect(all.map(({ name }) => name)).toContain("credentials.pin_grams");
  expect(all.filter(({ is_writable }) => is_writable).map(({ name }) => name)).toEqual(Object.keys(WRITTEN_TOO));
});

test.each([
  ["an org admin", north],
  ["a system admin", system],
])(
  "%s writes no search tokens of a PIN, and a PIN written anew is not found by the digits before",
  async (_who, caller) => {
    await world.reset();
    await world.admin.query("update credentials set pin_grams = array['of the old digits'] where id = $1", [
      ids.annaPin,
    ]);
    const tokens = async () =>
      (await world.admin.query("select pin_grams from credentials where id = $1", [ids.annaPin])).rows[0]?.pin_grams;
    for (const value of ["null", "array['of no digits']"])
      expect(
        await tried(world, caller, `update credentials set pin_grams = ${value} where id = '${ids.annaPin}'`),
      ).toBe("42501");
    await world.as(caller, (client) =>
      client.query("update credentials set enabled = false where id = $1", [ids.annaPin]),
    );
    expect(await tokens()).toEqual(["of the old digits"]);
    // These tokens belong to another row.
    await world.as(caller, async (client) => {
      await client.query("select set_config('app.pin_grams', $1, true)", [`${ids.svenPin} x`]);
      await client.query("update credentials set credential_value = $2 where id = $1", [
        ids.annaPin,
        encrypted("5829"),
      ]);
    });
    expect(await tokens()).toBeNull();
    await world.as(caller, async (client) => {
      await client.query("select set_config('app.pin_grams', $1, true)", [`${ids.annaPin} a,b`]);
      await client.query("update credentials set credential_value = $2 where id = $1", [
        ids.annaPin,
        encrypted("7304"),
      ]);
    });
    expect(await tokens()).toEqual(["a", "b"]);
  },
);
