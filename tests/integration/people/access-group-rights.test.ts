// The database keeps the rights of a group's members in step, whichever side changes.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { unassignStored } from "#server/controllers/controllers.store.ts";
import {
  encrypted,
  ids,
  north,
  openWorld,
  somebodyWaits,
  south,
  system,
  type World,
} from "#tests/integration/platform/world.ts";
import { annaThere, endReplica, generations } from "#tests/integration/reconcile/sync-state.ts";
import { BOTH, groupsOf, SAVE, said, valuesOf } from "./group-world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.reset());
afterAll(() => world[Symbol.asyncDispose]());

const { asked, dated, later, madeGroup, members, newPerson, newPin, opens, remove, rights, save, turn } = groupsOf(
  () => world,
);

test("a member opens the group's doors and gates beside the own ones, and each right ends by itself", async () => {
  const group = await madeGroup({ gates: [ids.northGate] });
  expect(await rights(ids.annaPin)).toEqual(["Boende: Baksida", "Boende: Entré", "själv: Entré"]);
  expect(await rights(ids.annaCar)).toEqual(["Boende: Norra grinden", "själv: Norra grinden"]);

  await world.as(north, (client) =>
    client.query(`delete from controller_assignments where credential_id = '${ids.annaPin}'`),
  );
  expect(await rights(ids.annaPin)).toEqual(["Boende: Baksida", "Boende: Entré"]);
  await world.as(north, (client) =>
    client.query(
      `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.annaPin}', '${ids.shared}', '${ids.sharedDoor}')`,
    ),
  );
  await members(group, [], [ids.anna]);
  expect(await rights(ids.annaPin)).toEqual(["själv: Entré"]);
  expect(await rights(ids.annaCar)).toEqual(["själv: Norra grinden"]);
});

test("a right that is given twice takes nothing from the device when one of them ends", async () => {
  const group = await madeGroup({ doors: [ids.sharedDoor] });
  await world.admin.query("update device_sync set applied_digest = 'x', outdated = '{}' where source_id = $1", [
    ids.annaPin,
  ]);
  const before = await generations(world);
  await members(group, [], [ids.anna]);
  expect(await generations(world)).toEqual(before);
  const { rows } = await world.admin.query("select outdated from device_sync where source_id = $1", [ids.annaPin]);
  expect(rows).toEqual([{ outdated: [] }]);
});

test("doors that a group gets and loses are its members' at once", async () => {
  const group = await madeGroup({ doors: [ids.sharedDoor] });
  await save({ id: group, doors: [ids.sharedBackDoor], gates: [ids.northGate] });
  expect(await rights(ids.annaPin)).toEqual(["Boende: Baksida", "själv: Entré"]);
  expect(await rights(ids.annaCar)).toEqual(["Boende: Norra grinden", "själv: Norra grinden"]);
  await save({ id: group });
  expect(await rights(ids.annaPin)).toEqual(["själv: Entré"]);
});

test("a member of two groups with one door keeps it until both have lost it", async () => {
  const first = await madeGroup({ doors: [ids.sharedBackDoor] });
  const second = await madeGroup({ name: "Styrelse", doors: [ids.sharedBackDoor] });
  expect(await rights(ids.annaPin)).toEqual(["Boende: Baksida", "Styrelse: Baksida", "själv: Entré"]);
  await remove(first);
  expect(await rights(ids.annaPin)).toEqual(["Styrelse: Baksida", "själv: Entré"]);
  await save({ id: second, name: "Styrelse" });
  expect(await rights(ids.annaPin)).toEqual(["själv: Entré"]);
});

test("a new PIN and a new plate of a member get the group's places", async () => {
  await madeGroup({ gates: [ids.northGate] });
  const pin = await newPin(ids.anna, "8316");
  expect(await rights(pin)).toEqual(["Boende: Baksida", "Boende: Entré"]);
  const { rows } = await world.admin.query<{ id: string }>(
    `insert into credentials (end_user_id, credential_type, credential_value, valid_to)
     values ($1, 'license_plate', 'NYA 123', now() + interval '1 year') returning id`,
    [ids.anna],
  );
  expect(await rights(String(rows[0]?.id))).toEqual(["Boende: Norra grinden"]);
});

test("a door that is taken from the organisation and given back opens again, for those who came meanwhile too", async () => {
  const group = await madeGroup();
  const link = `organization_controllers where organization_id = '${ids.north}' and controller_id = '${ids.shared}'`;
  await world.as(system, (client) => client.query(`delete from ${link}`));
  const bo = await newPerson("Bo", "9157");
  await members(group, [bo.person]);
  expect(await rights(bo.pin)).toEqual([]);
  await world.as(system, (client) =>
    client.query(`insert into organization_controllers values ('${ids.north}', '${ids.shared}')`),
  );
  expect(await rights(bo.pin)).toEqual(["Boende: Baksida", "Boende: Entré"]);

  // Only one door is offered at first. Without any link all doors are offered again.
  await world.as(system, (client) =>
    client.query(
      `insert into organization_access_points (organization_id, access_point_id) values ('${ids.north}', '${ids.sharedDoor}')`,
    ),
  );
  const cecilia = await newPerson("Cecilia", "2749");
  await members(group, [cecilia.person]);
  expect(await rights(cecilia.pin)).toEqual(["Boende: Entré"]);
  await world.as(system, (client) =>
    client.query(`delete from organization_access_points where organization_id = '${ids.north}'`),
  );
  expect(await rights(cecilia.pin)).toEqual(["Boende: Baksida", "Boende: Entré"]);
});

test("a PIN that a reader does not take gives nothing there and fails nobody, until one of them changes", async () => {
  await world.admin.query("update access_points set pin_min = 6, pin_max = 6 where id = $1", [ids.sharedBackDoor]);
  const bo = await newPerson("Bo", "915724");
  await madeGroup({}, [ids.anna, bo.person]);
  expect(await rights(ids.annaPin)).toEqual(["Boende: Entré", "själv: Entré"]);
  expect(await rights(bo.pin)).toEqual(["Boende: Baksida", "Boende: Entré"]);

  const retype = (pin: string) =>
    world.as(north, (client) =>
      client.query(`update credentials set credential_value = '${encrypted(pin)}' where id = '${ids.annaPin}'`),
    );
  await retype("471123");
  expect(await rights(ids.annaPin)).toEqual(["Boende: Baksida", "Boende: Entré", "själv: Entré"]);
  await retype("4713");
  expect(await rights(ids.annaPin)).toEqual(["Boende: Entré", "själv: Entré"]);
  await world.admin.query("update access_points set pin_min = 4 where id = $1", [ids.sharedBackDoor]);
  expect(await rights(ids.annaPin)).toEqual(["Boende: Baksida", "Boende: Entré", "själv: Entré"]);
});

test("a group's new door reserves its members' PINs, refuses a taken one by its credential, and then gives nobody anything", async () => {
  await world.admin.query("insert into controller_pins values ($1, $2, null)", [
    ids.southern,
    (await world.admin.query("select pin_hmacs[1] as h from credentials where id = $1", [ids.annaPin])).rows[0].h,
  ]);
  await world.as(system, (client) =>
    client.query(`insert into organization_controllers values ('${ids.north}', '${ids.southern}')`),
  );
  const bo = await newPerson("Bo", "9157");
  const group = await madeGroup({ doors: [ids.sharedBackDoor] }, [ids.anna, bo.person]);
  const refused = await save({ id: group, doors: [ids.southernDoor] }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({
    constraint: "controller_pins_pkey",
    detail: `controller_id=${ids.southern}`,
    hint: `source_id=${ids.annaPin}`,
  });
  expect(await rights(bo.pin)).toEqual(["Boende: Baksida"]);
  expect(await rights(ids.annaPin)).toEqual(["Boende: Baksida", "själv: Entré"]);

  await members(group, [], [ids.anna]);
  await save({ id: group, doors: [ids.southernDoor] });
  const { rows } = await world.admin.query("select source_id from controller_pins where controller_id = $1", [
    ids.southern,
  ]);
  expect(rows).toContainEqual({ source_id: bo.pin });
});

test("members who do not follow a change keep the former doors as their own and leave", async () => {
  const group = await madeGroup({ gates: [ids.northGate] });
  await save({ id: group, doors: [], follow: false });
  expect(await rights(ids.annaPin)).toEqual(["själv: Baksida", "själv: Entré"]);
  expect((await world.admin.query("select from access_group_members")).rowCount).toBe(0);

  await save({ id: group, doors: BOTH });
  await members(group, [ids.anna]);
  await remove(group, true);
  expect(await rights(ids.annaPin)).toEqual(["själv: Baksida", "själv: Entré"]);
});

test("a removed person, group and controller leave no right behind", async () => {
  const group = await madeGroup({ gates: [ids.northGate] });
  const direct = () => world.as(system, (client) => client.query(`delete from controllers where id = '${ids.shared}'`));
  expect(await said(direct())).toBe("23503");
  await world.as(system, (client) => client.query(`select private.retire_controller('${ids.shared}', 'trasig')`));
  expect(await rights(ids.annaPin)).toEqual([]);
  expect((await world.admin.query("select from access_group_doors")).rowCount).toBe(1);
  expect(await said(direct())).toBe("ok");

  await remove(group);
  expect(await rights(ids.annaCar)).toEqual(["själv: Norra grinden"]);
  await madeGroup({ doors: [], gates: [ids.northGate] });
  await world.as(north, (client) => client.query(`delete from end_users where id = '${ids.anna}'`));
  const left = await world.admin.query(
    "select (select count(*)::int from access_group_members) as members, (select count(*)::int from access_rights where credential_id in ($1, $2)) as rights",
    [ids.annaPin, ids.annaCar],
  );
  expect(left.rows).toEqual([{ members: 0, rights: 0 }]);
});

test("a controller that is taken from its organisations leaves the groups too, and those who had it are counted", async () => {
  await world.as(north, (client) => client.query("delete from controller_assignments"));
  await madeGroup({ gates: [ids.northGate] });
  // Anna has these doors only from the group.
  const counts = await world.as(system, (client) => unassignStored(client, ids.shared));
  expect(counts).toEqual({ organizations: 2, people: 1 });
  expect([await rights(ids.annaPin), await rights(ids.annaCar)]).toEqual([[], ["Boende: Norra grinden"]]);
  expect(await said(asked(north, "select private.remove_group_places($1)", [ids.northGate]))).toBe("42501");
});

test("a group reaches nobody and nothing of another organisation, whoever names it", async () => {
  const group = await madeGroup();
  expect(await save({ id: group, doors: BOTH }, south)).toBeNull();
  expect(await save({ id: group, organization: ids.south, doors: [] }, south)).toBeNull();
  expect(await save({ organization: ids.north }, south)).toBeNull();
  expect(await members(group, [ids.sven], [], south)).toBeNull();
  expect(await remove(group, false, south)).toBeNull();
  expect(await asked(south, "select private.set_groups_of_person($1, $2) as id", [ids.anna, []])).toBeNull();
  // A system admin changes any group, and never moves one.
  expect(await save({ id: group, organization: ids.south }, system)).toBeNull();
  for (const who of [north, system]) {
    expect(await said(members(group, [ids.sven], [], who))).toBe("23503");
    expect(await said(save({ id: group, doors: [ids.southernDoor] }, who))).toBe("23503");
    expect(await said(save({ id: group, gates: [ids.southGate] }, who))).toBe("23503");
    expect(await said(save({ id: group, doors: [ids.anna] }, who))).toBe("23503");
    expect(await said(save({ id: group, gates: [ids.shared] }, who))).toBe("23503");
  }
  const foreign = await asked(south, SAVE, valuesOf({ organization: ids.south, name: "Söder" }));
  expect(await said(asked(north, "select private.set_groups_of_person($1, $2) as id", [ids.anna, [foreign]]))).toBe(
    "23503",
  );
  expect(await rights(ids.annaPin)).toEqual(["Boende: Baksida", "Boende: Entré", "själv: Entré"]);
});

test("no table call writes a group, a membership or a right through a group", async () => {
  const group = await madeGroup();
  for (const who of [north, system]) {
    for (const statement of [
      `insert into access_groups (organization_id, name) values ('${ids.north}', 'x')`,
      "update access_groups set name = 'x'",
      "delete from access_groups",
      `insert into access_group_doors values ('${group}', '${ids.north}', '${ids.northGate}', null)`,
      "delete from access_group_doors",
      `insert into access_group_members (group_id, organization_id, end_user_id) values ('${group}', '${ids.north}', '${ids.anna}')`,
      "delete from access_group_members",
      `insert into access_group_rights values ('${ids.north}', '${ids.annaPin}', '${ids.shared}', '${ids.sharedDoor}', '${group}')`,
      "update access_group_rights set access_point_id = null",
      "delete from access_group_rights",
    ])
      expect(await said(world.as(who, (client) => client.query(statement))), statement).toBe("42501");
    // The view of both kinds of rights is read only.
    expect(await said(world.as(who, (client) => client.query("delete from access_rights")))).toBe("55000");
  }
  expect(await rights(ids.annaPin)).toEqual(["Boende: Baksida", "Boende: Entré", "själv: Entré"]);
});

const version = async () =>
  (
    await world.admin.query<{ doors: number }>(
      "select cardinality(access_point_ids) as doors from credential_versions where credential_id = $1 order by since desc limit 1",
      [ids.annaPin],
    )
  ).rows[0]?.doors;

test("a membership gives from its start to its end, to the second, and the devices are told of both", async () => {
  await world.as(north, (client) => client.query("delete from controller_assignments"));
  const group = await madeGroup({ doors: [ids.sharedDoor] }, []);
  await dated(group, "now() + interval '1 day'", "now() + interval '3 days'");
  expect(await opens(ids.annaPin)).toEqual([]);
  expect(await version()).toBe(0);
  await turn();
  expect(await opens(ids.annaPin)).toEqual([]);

  await later("1 day 1 second");
  expect(await opens(ids.annaPin)).toEqual(["Entré"]);
  const before = await generations(world);
  await turn();
  const begun = await generations(world);
  expect(begun[annaThere]).toBe((before[annaThere] ?? 0) + 1);
  expect(await version()).toBe(1);
  await world.admin.query("update device_sync set applied_digest = 'x', outdated = '{}' where source_id = $1", [
    ids.annaPin,
  ]);
  await later("3 days");
  expect(await opens(ids.annaPin)).toEqual([]);
  await Promise.all([turn(), turn()]);
  expect(await rights(ids.annaPin)).toEqual([]);
  expect(await version()).toBe(0);
  expect((await generations(world))[annaThere]).toBe((begun[annaThere] ?? 0) + 1);
  const { rows } = await world.admin.query("select outdated from device_sync where source_id = $1", [ids.annaPin]);
  expect(rows).toEqual([{ outdated: ["doors"] }]);
});

test("a membership ends beside a direct right, which stays", async () => {
  const group = await madeGroup({ doors: BOTH }, []);
  await dated(group, "null", "now() + interval '1 day'");
  expect(await opens(ids.annaPin)).toEqual(["Baksida", "Entré"]);
  await later("2 days");
  expect(await opens(ids.annaPin)).toEqual(["Entré"]);
  await turn();
  expect(await rights(ids.annaPin)).toEqual(["själv: Entré"]);
});

test("new dates of a member reach the rights, and those without dates keep theirs", async () => {
  await world.as(north, (client) => client.query("delete from controller_assignments"));
  const group = await madeGroup({ doors: [ids.sharedDoor] });
  await world.admin.query("update device_sync set applied_digest = 'x', outdated = '{}' where source_id = $1", [
    ids.annaPin,
  ]);
  await dated(group, "now() + interval '1 day'", "null");
  expect(await opens(ids.annaPin)).toEqual([]);
  const { rows } = await world.admin.query("select outdated from device_sync where source_id = $1", [ids.annaPin]);
  expect(rows).toEqual([{ outdated: ["doors"] }]);
  await members(group, [ids.anna]);
  expect(await opens(ids.annaPin)).toEqual([]);
  const pin = await newPin(ids.anna, "8316");
  expect(await opens(pin)).toEqual([]);
  await dated(group, "null", "now() + interval '9 days'");
  expect([await opens(ids.annaPin), await opens(pin)]).toEqual([["Entré"], ["Entré"]]);
  expect(await said(dated(group, "now() + interval '2 days'", "now() + interval '1 day'"))).toBe("23514");
  expect(await said(dated(group, "null", "'infinity'"))).toBe("23514");
});

test("a membership that is renewed after its end, before the job has come, is not ended by it", async () => {
  await world.as(north, (client) => client.query("delete from controller_assignments"));
  for (const renew of [
    (group: string) => members(group, [ids.anna]),
    (group: string) => asked(north, "select private.set_groups_of_person($1, $2) as id", [ids.anna, [group]]),
  ]) {
    const group = await madeGroup({ doors: [ids.sharedDoor] }, []);
    await dated(group, "null", "now() + interval '1 day'");
    await later("2 days");
    expect(await opens(ids.annaPin)).toEqual([]);
    await renew(group);
    await turn();
    expect(await opens(ids.annaPin)).toEqual(["Entré"]);
    await remove(group);
  }
});

test("a membership with dates is never made a right without an end", async () => {
  await world.as(north, (client) => client.query("delete from controller_assignments"));
  const bo = await newPerson("Bo", "9157");
  const group = await madeGroup({ doors: [ids.sharedDoor] }, [bo.person]);
  await dated(group, "null", "now() + interval '1 day'");
  await save({ id: group, doors: [ids.sharedBackDoor], follow: false });
  expect(await rights(bo.pin)).toEqual(["själv: Entré"]);
  expect(await rights(ids.annaPin)).toEqual(["Boende: Baksida"]);
  await remove(group, true);
  expect(await rights(ids.annaPin)).toEqual([]);
});

test("an organisation is removed with its groups and what they gave", async () => {
  const { rows: made } = await world.admin.query<{ organization: string; person: string }>(
    `with o as (insert into organizations (name) values ('Väst') returning id),
       l as (insert into organization_controllers select id, '${ids.shared}' from o)
     insert into end_users (organization_id, first_name, last_name) select id, 'Vera', 'Väst' from o returning organization_id as organization, id as person`,
  );
  const { organization, person } = made[0] ?? { organization: "", person: "" };
  const west = { ...north, org: organization };
  const pin = await newPin(person, "6402");
  const group = await save({ doors: BOTH, organization }, west);
  await members(group, [person], [], west);
  expect(await rights(pin)).toEqual(["Boende: Baksida", "Boende: Entré"]);
  await world.as(system, (client) =>
    client.query("delete from organization_controllers where organization_id = $1", [organization]),
  );
  expect(await opens(pin)).toEqual([]);
  await world.as(system, (client) => client.query("delete from end_users where id = $1", [person]));
  await endReplica(world, pin, (await generations(world))[`${pin} ${ids.shared}`] ?? 0);
  await world.as(system, (client) => client.query("delete from organizations where id = $1", [organization]));
  const { rows } = await world.admin.query(
    "select (select count(*)::int from access_groups where id = $1) as groups, (select count(*)::int from access_group_rights) as rights",
    [group],
  );
  expect(rows).toEqual([{ groups: 0, rights: 0 }]);
});

test("two at once: a direct right and the membership that gives the same end together, and the device is told", async () => {
  await world.as(north, (client) => client.query("delete from controller_assignments"));
  await world.as(north, (client) =>
    client.query(
      `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.annaPin}', '${ids.shared}', '${ids.sharedDoor}')`,
    ),
  );
  const group = await madeGroup({ doors: [ids.sharedDoor] });
  const before = await generations(world);
  const one = await world.enter(north, 1);
  await one.query(`delete from controller_assignments where credential_id = '${ids.annaPin}'`);
  const other = members(group, [], [ids.anna]);
  await somebodyWaits(world.admin);
  await one.query("commit");
  one.release();
  await other;
  expect(await rights(ids.annaPin)).toEqual([]);
  expect((await generations(world))[annaThere]).toBe((before[annaThere] ?? 0) + 1);
});

test("an upsert by the three columns of assignments is as without groups, and meets no row of a group", async () => {
  const group = await madeGroup({ doors: [ids.sharedDoor] });
  await world.as(north, (client) =>
    client.query(
      `insert into controller_assignments (credential_id, controller_id, access_point_id)
       values ('${ids.annaPin}', '${ids.shared}', '${ids.sharedDoor}'), ('${ids.annaPin}', '${ids.shared}', '${ids.sharedBackDoor}')
       on conflict (credential_id, controller_id, access_point_id) do nothing`,
    ),
  );
  expect(await rights(ids.annaPin)).toEqual(["Boende: Entré", "själv: Baksida", "själv: Entré"]);
  const { rows } = await world.as(north, (client) =>
    client.query("select * from controller_assignments where credential_id = $1", [ids.annaPin]),
  );
  expect(rows.map((row) => Object.keys(row).length)).toEqual([8, 8]);
  expect(await remove(group)).toBe(group);
});

test("names are trimmed texts of their own in an organisation, whatever the case", async () => {
  await save({ name: "Städ" });
  expect(await said(save({ name: "STÄD" }))).toBe("23505");
  expect(await said(save({ name: " " }))).toBe("23514");
  expect(await said(save({ name: "x".repeat(101) }))).toBe("23514");
  expect(await save({ name: "Städ", organization: ids.south }, south)).not.toBeNull();
});

test.each([
  {
    name: "a member and a door",
    first: (group: string) => [SAVE, valuesOf({ id: group, doors: BOTH })] as const,
    second: (group: string, bo: string) => ["select private.set_group_members($1, $2, '{}')", [group, [bo]]] as const,
  },
  {
    name: "a credential and its membership",
    first: (group: string, bo: string) => ["select private.set_group_members($1, $2, '{}')", [group, [bo]]] as const,
    second: (_group: string, bo: string) =>
      [
        `insert into credentials (id, end_user_id, credential_type, credential_value, valid_to) values ($1, $2, 'pin', $3, now() + interval '1 year')`,
        [ids.direct, bo, encrypted("9157")],
      ] as const,
  },
  {
    name: "a membership that ends and a door",
    first: (group: string) => ["select private.set_group_members($1, '{}', $2)", [group, [ids.anna]]] as const,
    second: (group: string) => [SAVE, valuesOf({ id: group, doors: BOTH })] as const,
  },
])("two at once: $name see each other", async ({ first, second }) => {
  const group = await madeGroup({ doors: [ids.sharedDoor] });
  const bo = await newPerson("Bo");
  const one = await world.enter(north, 1);
  const [text, values] = first(group, bo.person);
  await one.query(text, [...values]);
  const other = world.as(north, (client) => {
    const [its, parameters] = second(group, bo.person);
    return client.query(its, [...parameters]);
  });
  await somebodyWaits(world.admin);
  await one.query("commit");
  one.release();
  await other;
  const { rows } = await world.admin.query(
    `select count(*)::int as missing from access_group_members m join credentials c on c.end_user_id = m.end_user_id and c.credential_type = 'pin'
     join access_group_doors d on d.group_id = m.group_id and d.access_point_id is not null
     where not exists (select from access_group_rights a where a.group_id = m.group_id and a.credential_id = c.id and a.access_point_id = d.access_point_id)`,
  );
  expect(rows).toEqual([{ missing: 0 }]);
  const { rows: orphans } = await world.admin.query(
    `select a.credential_id from access_group_rights a where not exists (
       select from access_group_members m join credentials c on c.end_user_id = m.end_user_id where m.group_id = a.group_id and c.id = a.credential_id)`,
  );
  expect(orphans).toEqual([]);
});

test("2,000 members get and lose 20 doors in one statement each, and each device is told once", async () => {
  await world.admin.query(
    "insert into access_points (controller_id, name) select $1, 'Dörr ' || n from generate_series(1, 18) n",
    [ids.shared],
  );
  await world.admin.query(
    `with people as (insert into end_users (organization_id, first_name, last_name) select $1, 'Nr', 'P' || n from generate_series(1, 2000) n returning id, last_name)
     insert into credentials (end_user_id, credential_type, credential_value, valid_to)
     select id, 'pin', private.test_pin(last_name), now() + interval '1 year' from people`.replace(
      "private.test_pin(last_name)",
      "'s1:test:' || encode(sha256(('a:' || last_name)::bytea), 'hex') || ':' || rpad('', 46, 'A')",
    ),
    [ids.north],
  );
  const people = (await world.admin.query<{ id: string }>("select id from end_users where last_name like 'P%'")).rows;
  const doors = (
    await world.admin.query<{ id: string }>("select id from access_points where controller_id = $1", [ids.shared])
  ).rows;
  const group = await madeGroup(
    { doors: [] },
    people.map(({ id }) => id),
  );
  await world.admin.query(`
    create table counted (operation text, rows bigint);
    grant all on counted to public;
    create function count_insert() returns trigger language plpgsql as $$ begin insert into public.counted select tg_op, count(*) from rows_of; return null; end $$;
    create trigger zz_insert after insert on access_group_rights referencing new table as rows_of for each statement execute function count_insert();
    create trigger zz_delete after delete on access_group_rights referencing old table as rows_of for each statement execute function count_insert();`);
  await save({ id: group, doors: doors.map(({ id }) => id) });
  await save({ id: group, doors: [] });
  const { rows } = await world.admin.query("select operation, rows::int from counted where rows > 0");
  await world.admin.query(`
    drop trigger zz_insert on access_group_rights; drop trigger zz_delete on access_group_rights;
    drop function count_insert(); drop table counted;`);
  expect(doors).toHaveLength(20);
  expect(rows).toEqual([
    { operation: "INSERT", rows: 40_000 },
    { operation: "DELETE", rows: 40_000 },
  ]);
  const { rows: told } = await world.admin.query(
    "select desired_gen::int as generation, count(*)::int as replicas from device_sync d where source_id <> all ($1) group by 1",
    [[ids.annaPin, ids.svenPin]],
  );
  expect(told).toEqual([{ generation: 2, replicas: 2000 }]);
});
