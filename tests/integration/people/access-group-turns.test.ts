// Tests memberships that have not begun or have ended: which access is reported, and since when.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readMailable } from "#server/people/pins.store.ts";
import { ids, north, openWorld, type World } from "#tests/integration/platform/world.ts";
import { groupsOf } from "./group-world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.reset();
  await world.as(north, (client) => client.query("delete from controller_assignments"));
});
afterAll(() => world[Symbol.asyncDispose]());

const { dated, later, madeGroup, members, turn } = groupsOf(() => world);

test.each([
  ["the job", () => turn()],
  ["another membership", (group: string) => members(group, [ids.anna])],
])("after an outage of a day, %s records that a membership ended at its end", async (_what, come) => {
  const group = await madeGroup({ doors: [ids.sharedDoor] }, []);
  await world.admin.query("update credential_versions set since = since - interval '10 days'");
  await dated(group, "null", "now() + interval '1 day'");
  await world.admin.query(
    "update credential_versions set since = since - interval '2 days' where since > now() - interval '1 hour'",
  );
  await later("2 days");
  const { rows } = await world.admin.query<{ end: Date }>("select valid_to as end from access_group_members");
  const end = rows[0]?.end;
  await come(group);
  const { rows: versions } = await world.admin.query(
    "select since, cardinality(access_point_ids) as doors from credential_versions where credential_id = $1 and since >= $2 order by since",
    [ids.annaPin, end],
  );
  expect(versions[0]).toEqual({ since: end, doors: 0 });
});

test("after an outage a membership began at its start, and one that came and went left both", async () => {
  const [begun, gone] = [
    await madeGroup({ doors: [ids.sharedDoor] }, []),
    await madeGroup({ name: "Sommar", doors: [ids.sharedBackDoor] }, []),
  ];
  await world.admin.query("update credential_versions set since = since - interval '10 days'");
  await dated(begun, "now() + interval '1 day'", "null");
  await dated(gone, "now() + interval '2 days'", "now() + interval '3 days'");
  await world.admin.query(
    "update credential_versions set since = since - interval '6 days' where since > now() - interval '1 hour'",
  );
  await later("5 days");
  const at = async (instant: string) =>
    (
      await world.admin.query<{ doors: number }>(
        `select cardinality(access_point_ids) as doors from credential_versions where credential_id = $1 and since <= ${instant} order by since desc limit 1`,
        [ids.annaPin],
      )
    ).rows[0]?.doors;
  await turn();
  expect([
    await at("now() - interval '4 days 1 hour'"),
    await at("now() - interval '3 days 23 hours'"),
    await at("now() - interval '2 days 23 hours'"),
    await at("now() - interval '1 day 23 hours'"),
    await at("now()"),
  ]).toEqual([0, 1, 2, 1, 1]);
});

test("a mail with a PIN names the doors that it opens now", async () => {
  const mailed = async () => (await world.as(north, (client) => readMailable(client, ids.annaPin)))?.doors;
  const group = await madeGroup({ doors: [ids.sharedDoor] });
  const coming = await madeGroup({ name: "Sommar", doors: [ids.sharedBackDoor] }, []);
  await dated(coming, "now() + interval '1 day'", "now() + interval '3 days'");
  expect(await mailed()).toEqual(["Entré"]);
  await later("2 days");
  expect(await mailed()).toEqual(["Baksida", "Entré"]);
  await later("2 days");
  expect(await mailed()).toEqual(["Entré"]);
  await world.admin.query("update access_points set enabled = false where id = $1", [ids.sharedDoor]);
  expect([group, await mailed()]).toEqual([group, []]);
});
