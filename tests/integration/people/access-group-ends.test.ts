// Tests rights from a group that end beside other rights, begin later, or are given twice.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readWithoutEffect } from "#server/people/access-groups.store.ts";
import { readFixable } from "#server/people/fixable.store.ts";
import {
  engine,
  ids,
  north,
  openWorld,
  somebodyWaits,
  south,
  system,
  type World,
} from "#tests/integration/platform/world.ts";
import { annaThere, generations } from "#tests/integration/reconcile/sync-state.ts";
import { groupsOf, SAVE, said, valuesOf } from "./group-world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.reset());
afterAll(() => world[Symbol.asyncDispose]());

const { dated, later, madeGroup, members, newPerson, opens, remove, rights, save, turn } = groupsOf(() => world);

test.each([
  ["membership ends", (group: string) => members(group, [], [ids.anna])],
  ["door is taken from the group", (group: string) => save({ id: group, doors: [] })],
  [
    "direct right is removed",
    () =>
      world.as(north, (client) =>
        client.query("delete from controller_assignments where controller_id = $1", [ids.shared]),
      ),
  ],
])("a %s while another group is to give the same later: the device is told now", async (what, end) => {
  if (!what.startsWith("direct")) await world.as(north, (client) => client.query("delete from controller_assignments"));
  const group = await madeGroup({ doors: [ids.sharedDoor] }, what.startsWith("direct") ? [] : [ids.anna]);
  const coming = await madeGroup({ name: "Sommar", doors: [ids.sharedDoor] }, []);
  await dated(coming, "now() + interval '30 days'", "null");
  expect(await opens(ids.annaPin)).toEqual(["Entré"]);
  await world.admin.query("update device_sync set applied_digest = 'x', outdated = '{}' where source_id = $1", [
    ids.annaPin,
  ]);
  const before = await generations(world);
  await end(group);
  expect(await opens(ids.annaPin)).toEqual([]);
  expect((await generations(world))[annaThere]).toBe((before[annaThere] ?? 0) + 1);
  const { rows } = await world.admin.query("select outdated from device_sync where source_id = $1", [ids.annaPin]);
  expect(rows).toEqual([{ outdated: ["doors"] }]);
});

test("rights of a membership that has begun are kept as direct ones, before the job has come too", async () => {
  await world.as(north, (client) => client.query("delete from controller_assignments"));
  for (const leave of [
    (group: string) => save({ id: group, doors: [], follow: false }),
    (group: string) => remove(group, true),
  ]) {
    const group = await madeGroup({ doors: [ids.sharedDoor] }, []);
    await dated(group, "now() + interval '1 day'", "null");
    await later("1 day 1 second");
    await leave(group);
    expect(await rights(ids.annaPin)).toEqual(["själv: Entré"]);
    await remove(group);
    await world.as(north, (client) => client.query("delete from controller_assignments"));
  }
});

test("a right that is given twice counts once, in codes of a door and in doors that a fix opens", async () => {
  await world.admin.query("update access_points set pin_max = 4 where id = $1", [ids.sharedDoor]);
  await madeGroup({ doors: [ids.sharedDoor], gates: [ids.northGate] });
  const codes = await world.as(north, (client) =>
    client.query<{ codes: string }>("select codes from public.door_codes($1)", [[ids.shared]]),
  );
  expect(codes.rows).toEqual([{ codes: "1" }]);
  for (const target of [
    { credentialId: ids.annaPin, at: "door", placeId: ids.sharedDoor },
    { credentialId: ids.annaCar, at: "gate", placeId: ids.northGate },
  ] as const)
    expect(await world.as(north, (client) => readFixable(client, target))).toMatchObject({
      assigned: true,
      open_doors: 1,
    });
});

test("two at once: two members leave one group, and neither waits for the other's lock in turn", async () => {
  const bo = await newPerson("Bo", "9157");
  // The first person in the order of locks, whom another change has locked.
  const { rows } = await world.admin.query<{ id: string }>(
    "insert into end_users (id, organization_id, first_name, last_name) values ('00000000-0000-4000-8000-000000000000', $1, 'Aa', 'A') returning id",
    [ids.north],
  );
  const group = await madeGroup({}, [ids.anna, bo.person, String(rows[0]?.id)]);
  const held = await world.enter(north, 1);
  await held.query("select from end_users where id = $1 for update", [rows[0]?.id]);
  const both = Promise.all([ids.anna, bo.person].map((person) => said(members(group, [], [person]))));
  await somebodyWaits(world.admin, 2);
  await held.query("commit");
  held.release();
  expect(await both).toEqual(["ok", "ok"]);
});

test("a version of a credential that is written between a membership's time and the job has what it opens then", async () => {
  const doors = async () =>
    (
      await world.admin.query<{ doors: string[] }>(
        "select access_point_ids as doors from credential_versions where credential_id = $1 order by since desc limit 1",
        [ids.annaPin],
      )
    ).rows[0]?.doors;
  const touch = (enabled: boolean) =>
    world.as(north, (client) =>
      client.query("update credentials set enabled = $2 where id = $1", [ids.annaPin, enabled]),
    );
  await world.as(north, (client) => client.query("delete from controller_assignments"));
  const group = await madeGroup({ doors: [ids.sharedDoor] }, []);
  await dated(group, "now() + interval '1 day'", "now() + interval '3 days'");
  await later("1 day 1 second");
  await touch(false);
  expect(await doors()).toEqual([ids.sharedDoor]);
  await later("3 days");
  await touch(true);
  expect(await doors()).toEqual([]);
});

test("a reader that takes other lengths gives nobody a PIN that somebody else has there, and is recorded", async () => {
  await world.admin.query("update access_points set pin_min = 6, pin_max = 6 where id = $1", [ids.sharedBackDoor]);
  const bo = await newPerson("Bo", "9157");
  const cecilia = await newPerson("Cecilia", "2749");
  const group = await madeGroup({ doors: [ids.sharedBackDoor] }, [bo.person, cecilia.person]);
  await world.admin.query(
    "insert into controller_pins select $1, unnest(pin_hmacs), null, null from credentials where id = $2",
    [ids.shared, bo.pin],
  );
  const learnt = (least: number) =>
    world.as(engine, (client) =>
      client.query("update access_points set pin_min = $2 where id = $1", [ids.sharedBackDoor, least]),
    );
  expect(await said(learnt(4))).toBe("ok");
  expect(await rights(bo.pin)).toEqual([]);
  expect(await rights(cecilia.pin)).toEqual(["Boende: Baksida"]);
  expect(await world.as(north, (client) => readWithoutEffect(client, [group]))).toMatchObject([
    { person: "Bo Ny", door: "Baksida", total: 1 },
  ]);

  await world.admin.query("delete from controller_pins where controller_id = $1 and source_id is null", [ids.shared]);
  expect(await said(learnt(5))).toBe("ok");
  expect(await said(learnt(4))).toBe("ok");
  expect(await rights(bo.pin)).toEqual(["Boende: Baksida"]);
});

test("a controller that an organisation is offered again gives nobody a PIN that somebody else has there", async () => {
  const link = "organization_controllers where organization_id = $1 and controller_id = $2";
  const group = await madeGroup({ doors: [ids.sharedBackDoor] }, []);
  await world.as(system, (client) => client.query(`delete from ${link}`, [ids.north, ids.shared]));
  const bo = await newPerson("Bo", "9157");
  const cecilia = await newPerson("Cecilia", "2749");
  await members(group, [bo.person, cecilia.person]);
  await world.admin.query(
    "insert into controller_pins select $1, unnest(pin_hmacs), null, null from credentials where id = $2",
    [ids.shared, bo.pin],
  );
  const linked = world.as(system, (client) =>
    client.query("insert into organization_controllers (organization_id, controller_id) values ($1, $2)", [
      ids.north,
      ids.shared,
    ]),
  );
  expect(await said(linked)).toBe("ok");
  expect(await rights(bo.pin)).toEqual([]);
  expect(await rights(cecilia.pin)).toEqual(["Boende: Baksida"]);
});

test("a right that begins with a PIN that a neighbour has by now keeps no other membership from beginning or ending", async () => {
  await world.as(north, (client) => client.query("delete from controller_assignments"));
  const bo = await newPerson("Bo", "9157");
  const twin = await newPerson("Tove", "9157");
  const late = await madeGroup({ doors: [ids.sharedDoor] }, []);
  await dated(late, "now() + interval '1 day'", "null");
  await dated(late, "now() + interval '1 day'", "null", bo.person);
  const ending = String(
    (
      await world.as(south, (client) =>
        client.query(SAVE, valuesOf({ organization: ids.south, doors: [ids.southernDoor] })),
      )
    ).rows[0]?.id,
  );
  await world.as(south, (client) =>
    client.query("select private.set_group_members($1, $2, '{}', null, now() + interval '1 day')", [
      ending,
      [ids.sven],
    ]),
  );
  // The controller was taken from the organisation, its device confirmed that the PINs are gone, and others got them.
  const link = [ids.north, ids.shared];
  await world.admin.query(
    "delete from organization_controllers where organization_id = $1 and controller_id = $2",
    link,
  );
  await world.admin.query(`begin; set local session_replication_role = replica;
    delete from device_sync where source_id in ('${ids.annaPin}', '${bo.pin}');
    delete from controller_pins where source_id in ('${ids.annaPin}', '${bo.pin}');
    insert into access_group_rights (organization_id, credential_id, controller_id, access_point_id, group_id, valid_from)
      select organization_id, '${twin.pin}', controller_id, access_point_id, group_id, valid_from from access_group_rights where credential_id = '${bo.pin}';
    commit`);
  await world.admin.query(
    "insert into controller_pins select $1, unnest(pin_hmacs), $3, $4 from credentials where id = $2",
    [ids.shared, ids.annaPin, ids.svenPin, ids.south],
  );
  await world.admin.query(
    "insert into organization_controllers (organization_id, controller_id) values ($1, $2)",
    link,
  );
  await later("1 day 1 second");
  await turn();
  const { rows } = await world.admin.query("select end_user_id from access_group_members where group_id = $1", [
    ending,
  ]);
  expect(rows).toEqual([]);
  expect(await rights(ids.annaPin)).toEqual([]);
  expect([...(await opens(bo.pin)), ...(await opens(twin.pin))]).toEqual(["Entré"]);
  expect(await world.as(north, (client) => readWithoutEffect(client, [late]))).toContainEqual(
    expect.objectContaining({ end_user_id: ids.anna, door: "Entré" }),
  );
});
