// Tests a controller that is taken from its organisations, or retired, while somebody gives it to a person.
import { DatabaseError } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { unassignDoorStored, unassignStored } from "#server/controllers/controllers.store.ts";
import { groupsOf, said } from "#tests/integration/people/group-world.ts";
import { ids, north, openWorld, somebodyWaits, system, type World } from "#tests/integration/platform/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.reset());
afterAll(() => world[Symbol.asyncDispose]());

const { madeGroup, save } = groupsOf(() => world);
const GIVE = `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.annaPin}', '${ids.shared}', '${ids.sharedBackDoor}')`;
const left = async () =>
  (
    await world.admin.query(
      `select (select count(*)::int from organization_controllers where controller_id = $1) as links,
         (select count(*)::int from access_group_doors where controller_id = $1) as groups,
         (select count(*)::int from access_rights where controller_id = $1) as rights`,
      [ids.shared],
    )
  ).rows[0];
const NOTHING = { links: 0, groups: 0, rights: 0 };
const unassign = () => world.as(system, (client) => unassignStored(client, ids.shared));

/** Runs `first` in an open transaction, starts `second`, which must wait, and commits. Returns the outcome of `second`. */
async function meanwhile(
  first: { as: typeof north; work: Parameters<World["as"]>[1] },
  second: () => Promise<unknown>,
) {
  const client = await world.enter(first.as, 1);
  await first.work(client);
  const waiting = said(second());
  await somebodyWaits(world.admin);
  await client.query("commit");
  client.release();
  return waiting;
}

test("a right that is given while a controller is taken from its organisations does not outlive the link", async () => {
  expect(await meanwhile({ as: north, work: (client) => client.query(GIVE) }, unassign)).toBe("ok");
  expect(await left()).toEqual(NOTHING);
});

test("a right that comes after a controller has been taken is refused", async () => {
  const give = () => world.as(north, (client) => client.query(GIVE));
  const work = (client: Parameters<typeof unassignStored>[0]) => unassignStored(client, ids.shared);
  expect(await meanwhile({ as: system, work }, give)).toBe("23503");
  expect(await left()).toEqual(NOTHING);
});

test("a group's door that comes after a controller has been taken is refused", async () => {
  const group = await madeGroup({ doors: [] });
  const work = (client: Parameters<typeof unassignStored>[0]) => unassignStored(client, ids.shared);
  expect(await meanwhile({ as: system, work }, () => save({ id: group, doors: [ids.sharedDoor] }))).toBe("23503");
  expect(await left()).toEqual(NOTHING);
});

type Act = (client: Parameters<typeof unassignStored>[0]) => Promise<unknown>;
const ACTS: [string, Act][] = [
  ["a controller is retired", (client) => client.query("select private.retire_controller($1, 'trasig')", [ids.shared])],
  ["a controller is taken", (client) => unassignStored(client, ids.shared)],
  ["a door is taken", (client) => unassignDoorStored(client, ids.sharedDoor)],
];
const member = async () => {
  await world.as(north, (client) => client.query("delete from controller_assignments"));
  await madeGroup({ doors: [ids.sharedDoor] });
};

/** Starts `act` after `open` has run in a transaction, then gives a door in that transaction. Returns both outcomes. */
async function both(act: Act, open: string): Promise<[string, string]> {
  const saving = await world.enter(north, 1);
  await saving.query(open);
  const acting = await world.enter(system);
  const done = act(acting).then(
    () => "ok",
    (error: unknown) => (error instanceof DatabaseError ? String(error.code) : String(error)),
  );
  await somebodyWaits(world.admin);
  const saved = await said(saving.query(GIVE));
  await saving.query(saved === "ok" ? "commit" : "rollback");
  saving.release();
  const acted = await done;
  await acting.query(acted === "ok" ? "commit" : "rollback");
  acting.release();
  return [saved, acted];
}

test.each<[string, Act]>([
  ["retired", (client) => client.query("select private.retire_controller($1, 'trasig')", [ids.northGate])],
  ["taken", (client) => unassignStored(client, ids.northGate)],
])(
  "a gate that is %s while somebody who has it is saved waits before it locks what the save needs",
  async (_how, act) => {
    expect(await both(act, `select from end_users where id = '${ids.anna}' for no key update`)).toEqual(["ok", "ok"]);
    const { rowCount } = await world.admin.query("select from access_rights where controller_id = $1", [ids.northGate]);
    expect(rowCount).toBe(0);
  },
);

const atDoor = async () =>
  (await world.admin.query("select from access_rights where access_point_id = $1", [ids.sharedDoor])).rowCount;

describe.each(ACTS)("%s while a member is saved", (_what, act) => {
  test.each([
    ["after the person is locked", `select from end_users where id = '${ids.anna}' for no key update`],
    ["by table calls alone", "delete from controller_assignments where false"],
  ])("%s: the removal waits before it locks anything that the save needs", async (_how, open) => {
    await member();
    expect(await both(act, open)).toEqual(["ok", "ok"]);
    expect(await atDoor()).toBe(0);
  });
});
