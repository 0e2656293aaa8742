// Keys of plates that were stored under another rule: recompute_plate_keys computes them again, and conflicts show.
import { afterAll, beforeAll, expect, test } from "vitest";
import { ids, north, one, openWorld, system, type World } from "#tests/integration/platform/world.ts";

/** The other rule of private.plate_key, which deletes characters. */
const FORMER_KEY = `create or replace function private.plate_key(p_plate text) returns text language sql immutable strict parallel safe
  return regexp_replace(translate(upper(normalize(p_plate, nfkc) collate "und-x-icu"), 'АВЕКМНОРСТУХ', 'ABEKMHOPCTYX'), '[^A-Z0-9ÅÄÖØÆÜ]', '', 'g')`;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
const rows = async (sql: string) => (await world.admin.query<Record<string, unknown>>(sql)).rows;

/** Stores rows while the former rule holds. */
async function storedBefore(sql: string): Promise<void> {
  const { rule } = await one<{ rule: string }>(
    world.admin,
    "select pg_get_functiondef('private.plate_key(text)'::regprocedure) as rule",
  );
  await world.admin.query(FORMER_KEY);
  await world.admin.query("alter table credentials disable trigger require_plate");
  try {
    await world.admin.query(sql);
  } finally {
    await world.admin.query("alter table credentials enable trigger require_plate");
    await world.admin.query(rule);
  }
}
const person = (name: string, plate: string, organization: string = ids.north) => `
  with u as (insert into end_users (organization_id, first_name, last_name) values ('${organization}', 'Stored', '${name}') returning id),
    k as (insert into credentials (end_user_id, credential_type, credential_value, vehicle_type, validity_period, valid_to)
      select id, 'license_plate', '${plate}', 'Bil', '12_months', now() + interval '1 year' from u returning id)
  insert into controller_assignments (credential_id, controller_id)
  select id, '${organization === ids.north ? ids.northGate : ids.southGate}' from k;`;

test("a key that becomes another is written on the gate's list anew, and nobody else's", async () => {
  await world.admin.query(
    `update controllers set list_sync = true where id in ('${ids.northGate}', '${ids.southGate}')`,
  );
  await storedBefore(person("Kroat", "ČK 218-AB") + person("Svensk", "DEF 456"));
  await world.admin.query("update device_sync set applied_gen = desired_gen");
  const audited = await rows("select count(*)::int as n from audit");
  await world.admin.query("select private.recompute_plate_keys()");
  expect(
    await rows(`select c.plate_key from device_sync d join credentials c on c.id = d.source_id where d.pending`),
  ).toEqual([{ plate_key: "CK218AB" }]);
  // Nobody changed the plate.
  expect(await rows("select count(*)::int as n from audit")).toEqual(audited);
});

test("a linked reading follows the rule; one that is two cars' by it is nobody's", async () => {
  await storedBefore(`
    ${person("Ett", "AAA 111")} ${person("Två", "BBB 222")} ${person("Tre", "CK 3")}
    insert into plate_aliases (controller_id, organization_id, credential_id, plate_number)
    select '${ids.northGate}', k.organization_id, k.id, a.reading from (values
      ('AAA 111', 'AAĆ111'), ('AAA 111', 'ŽX 1'), ('BBB 222', 'ZX1'), ('BBB 222', 'ČK 3'), ('BBB 222', 'BBB2Z2')) a (plate, reading)
      join credentials k on k.display_value = a.plate;
    insert into plate_near_misses (controller_id, plate_number, last_read_at) values ('${ids.northGate}', 'ČČ1', now()), ('${ids.northGate}', 'AAA1I1', now())`);
  await world.admin.query("select private.recompute_plate_keys()");
  expect(await rows("select plate_number, plate_key from plate_aliases order by 1")).toEqual([
    { plate_number: "AAĆ111", plate_key: "AAC111" },
    { plate_number: "BBB2Z2", plate_key: "BBB2Z2" },
  ]);
  expect(await rows("select plate_key from plate_near_misses")).toEqual([{ plate_key: "AAA1I1" }]);
});

test("plates that are read as another's, or by no camera, are shown to those who can correct them", async () => {
  await storedBefore(`
    ${person("Delad", "ŠA 900-AB")} ${person("Vanlig", "SA 900 AB", ids.south)} ${person("Ensam", "ŽU 901-AB")}
    ${person("Kyrillisk", "АВ 902 СТ")} ${person("Latinsk", "AB 902 CT")}
    ${person("Två", "ABC123, DEF456")} ${person("Anm", "QQQ123 Volvo", ids.south)} ${person("Öst", "日本 12")} ${person("Åsa", "ÅSA 77")}`);
  await world.admin.query("select private.recompute_plate_keys()");
  const listed = async (caller: typeof north) =>
    world.as(caller, async (client) =>
      (
        await client.query(
          "select last_name, plate, problem, other_plate from plates_to_correct() where last_name not in ('Ett', 'Två2') order by plate collate \"C\"",
        )
      ).rows.map((row: object) => Object.values(row)),
    );
  const own = [
    ["Två", "ABC123, DEF456", "unreadable", null],
    ["Öst", "日本 12", "unreadable", null],
  ];
  expect(await listed(north)).toEqual(own);
  expect(await listed(system)).toEqual([
    own[0],
    ["Anm", "QQQ123 Volvo", "unreadable", null],
    ["Delad", "ŠA 900-AB", "shared", "SA 900 AB"],
    own[1],
  ]);
});

test("a stored text that is no plate can be prolonged and switched off, but not written again", async () => {
  const { id } = await one<{ id: string }>(
    world.admin,
    "select id from credentials where display_value = 'ABC123, DEF456'",
  );
  const write = (sql: string) => world.as(north, (client) => client.query(sql, [id]));
  await write("update credentials set valid_to = valid_to + interval '1 day', enabled = false where id = $1");
  for (const plate of ["ABC123, DEF457", "ABC123 Volvo", "日本 13", "?BK724", "ABC\t123"])
    await expect(write(`update credentials set credential_value = '${plate}' where id = $1`)).rejects.toMatchObject({
      constraint: plate.includes("\t") ? expect.stringMatching(/^credentials_plate/) : "credentials_plate",
    });
  await write("update credentials set credential_value = 'ABC 123' where id = $1");
});
