// The first steps of both roles; only data tick a step.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { firstSteps as contract, type FirstSteps } from "#contract/tables/first-steps.ts";
import { systemClock } from "#drivers/clock.ts";
import { deleteOldPassages } from "#server/retention/delete-expired-logs.job.ts";
import { type Caller, ids, north, openWorld, south, system, type World } from "#tests/integration/platform/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.reset());
afterAll(() => world[Symbol.asyncDispose]());

const firstSteps = (caller: Caller): Promise<FirstSteps> =>
  world.as(caller, async (client) => {
    const { rows } = await client.query<{ steps: unknown }>("select public.first_steps() as steps");
    return contract.reply.parse(rows[0]?.steps);
  });

const passage = (fields: string) =>
  world.admin.query(
    `insert into access_logs (plate_number, controller_id, credential_id, access_granted, access_reason, macro_executed, opened)
     values ('ABC 123', '${ids.northGate}', ${fields})`,
  );

test("an empty installation has nothing, and nothing is finished", async () => {
  await world.admin.query(
    `set session_replication_role = replica; delete from controller_assignments; delete from credentials; delete from end_users;
     delete from organization_controllers; delete from access_points; delete from controllers; delete from organizations;
     reset session_replication_role`,
  );
  expect(await firstSteps(system)).toEqual({
    finished: false,
    opened_at: null,
    organizations: 0,
    organization: null,
    controllers: 0,
    controller: null,
    gates: 0,
    gates_offered: 0,
    doors: 0,
    doors_offered: 0,
    doors_ready: 0,
    doors_reporting: 0,
    doors_unnamed: 0,
    shown_doors: [],
    person: null,
  });
});

test("a system admin sees the installation, an org admin the own organisation", async () => {
  expect(await firstSteps(system)).toMatchObject({
    organizations: 2,
    controllers: 4,
    gates: 2,
    doors: 3,
    doors_offered: 3,
  });
  const own = await firstSteps(north);
  expect(own).toMatchObject({ organizations: 1, controllers: 2, gates: 1, gates_offered: 1, doors: 2 });
  expect(own.organization?.name).toBe("Norr");
  expect(own.person?.name).toBe("Anna Ängström");
  expect((await firstSteps(south)).person?.name).toBe("Sven Svensson");
});

test("an organisation with links to single doors is offered those only", async () => {
  await world.admin.query(`insert into organization_access_points values ('${ids.north}', '${ids.sharedDoor}')`);
  const own = await firstSteps(north);
  expect([own.doors, own.shown_doors.map((door) => door.name)]).toEqual([1, ["Entré"]]);
});

test("a door with its maker's name is not named until the portal has a name for it", async () => {
  await world.admin.query(`update access_points set name = 'Door 1' where id = '${ids.sharedDoor}'`);
  expect(await firstSteps(north)).toMatchObject({ doors_unnamed: 1, doors_ready: 1 });
  await world.admin.query(`update access_points set door_name = 'Soprum' where id = '${ids.sharedDoor}'`);
  expect(await firstSteps(north)).toMatchObject({ doors_unnamed: 0, doors_ready: 2 });
});

test("a person without a door or a gate is not the first one", async () => {
  await world.admin.query("delete from controller_assignments");
  expect((await firstSteps(north)).person).toBeNull();
});

test.each([
  [
    "the gate answered yes to a plate of the organisation",
    `'${ids.annaCar}', true, 'valid_credential', true, true`,
    true,
  ],
  ["the gate refused to open", `'${ids.annaCar}', true, 'valid_credential', false, true`, false],
  ["nobody knows whether it opened", `'${ids.annaCar}', true, 'valid_credential', null, true`, false],
  ["the plate was denied", `'${ids.annaCar}', false, 'expired', null, false`, false],
  ["the plate was another organisation's", `'${ids.svenCar}', true, 'valid_credential', true, true`, false],
])("trying at the door: %s", async (_name, fields, opened) => {
  await passage(fields);
  expect((await firstSteps(north)).finished).toBe(opened);
});

const doorEvent = (fields: string) =>
  world.admin.query(
    `insert into door_events (id, occurred_at, device_time, controller_id, organization_id, kind, credential_id, granted)
     values (gen_random_uuid(), now(), now(), '${ids.shared}', '${ids.north}', ${fields})`,
  );

test.each([
  ["a door let in a PIN of the organisation", `'access', '${ids.annaPin}', true`, true],
  ["a door refused it", `'access', '${ids.annaPin}', false`, false],
  ["somebody without a PIN of theirs came in", "'access', null, true", false],
  ["a door let in another organisation's PIN", `'access', '${ids.svenPin}', true`, false],
])("trying at the door: %s", async (_name, fields, opened) => {
  await doorEvent(fields);
  expect((await firstSteps(north)).finished).toBe(opened);
});

test("a door is received until its controller says that its log cannot be read", async () => {
  const received = async () => (await firstSteps(north)).doors_reporting;
  const before = await received();
  await world.admin.query(`insert into door_event_cursors (controller_id, supported) values ('${ids.shared}', true)`);
  expect([before, await received()]).toEqual([2, 2]);
  await world.admin.query("update door_event_cursors set supported = false");
  expect(await received()).toBe(0);
});

test("the steps stay over when the passage is forgotten", async () => {
  await passage(`'${ids.annaCar}', true, 'valid_credential', true, true`);
  expect((await firstSteps(system)).finished).toBe(true);
  await world.admin.query("update access_logs set detected_at = now() - interval '3000 days'");
  const log = { info: () => undefined, warn: () => undefined };
  await deleteOldPassages({ engine: world.admin, clock: systemClock, log });
  expect((await world.admin.query("select from access_logs")).rowCount).toBe(0);
  expect((await firstSteps(north)).finished).toBe(true);
  expect((await firstSteps(system)).finished).toBe(true);
  expect((await firstSteps(south)).finished).toBe(false);
});

test("an organisation whose people have had access for a month needs no steps", async () => {
  await world.admin.query(`update organizations set created_at = now() - interval '31 days' where id = '${ids.north}'`);
  expect([(await firstSteps(north)).finished, (await firstSteps(south)).finished]).toEqual([true, false]);
  await world.admin.query("delete from controller_assignments");
  expect((await firstSteps(north)).finished).toBe(false);
});
