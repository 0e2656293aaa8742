import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  encrypted,
  engine,
  ids,
  north,
  one,
  openWorld,
  south,
  system,
  type World,
} from "#tests/integration/platform/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.reset());
afterAll(() => world[Symbol.asyncDispose]());

const replica = (source: string, controller: string) =>
  world.as(engine, (client) =>
    one(
      client,
      "select desired, assigned, profile_tokens, doors_without_profile::int from private.desired_replicas where source_id = $1 and controller_id = $2",
      [source, controller],
    ),
  );
const annas = () => replica(ids.annaPin, ids.shared);
const present = { desired: true, assigned: true, profile_tokens: ["wp-door-1"], doors_without_profile: 0 };
const absent = { desired: false, assigned: true, profile_tokens: [], doors_without_profile: 0 };

describe("a PIN with a door", () => {
  test("is desired there, with its name, encrypted text and window", async () => {
    expect(await annas()).toEqual(present);
    const row = await world.as(engine, (client) =>
      one(
        client,
        "select first_name, last_name, encrypted_pin, desired_gen::int, valid_to > now() as window from private.desired_replicas where source_id = $1",
        [ids.annaPin],
      ),
    );
    expect(row).toEqual({
      first_name: "Anna",
      last_name: "Ängström",
      encrypted_pin: encrypted("4711"),
      desired_gen: 1,
      window: true,
    });
  });

  test.each<[string, string, object]>([
    [
      "is switched off",
      `update credentials set enabled = false where id = '${ids.annaPin}'`,
      { ...present, desired: false },
    ],
    [
      "has expired",
      `update credentials set valid_from = now() - interval '2 days', valid_to = now() where id = '${ids.annaPin}'`,
      { ...present, desired: false },
    ],
    [
      "begins tomorrow",
      `update credentials set valid_from = now() + interval '1 day' where id = '${ids.annaPin}'`,
      present,
    ],
    ["has no end", `update credentials set valid_to = null where id = '${ids.annaPin}'`, present],
    ["has its door switched off", `update access_points set enabled = false where id = '${ids.sharedDoor}'`, absent],
    [
      "has its door not yet known to the device",
      `update access_points set access_profile_token = null where id = '${ids.sharedDoor}'`,
      { ...present, profile_tokens: [], doors_without_profile: 1 },
    ],
    [
      "is unlinked with its controller",
      `delete from organization_controllers where organization_id = '${ids.north}'`,
      absent,
    ],
    [
      "has only another door linked",
      `insert into organization_access_points (organization_id, access_point_id) values ('${ids.north}', '${ids.sharedBackDoor}')`,
      absent,
    ],
    [
      "has its own door linked",
      `insert into organization_access_points (organization_id, access_point_id) values ('${ids.north}', '${ids.sharedDoor}')`,
      present,
    ],
    [
      "shares a controller where another organisation links another door",
      `insert into organization_access_points (organization_id, access_point_id) values ('${ids.south}', '${ids.sharedBackDoor}')`,
      present,
    ],
    [
      "is assigned a second door",
      `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.annaPin}', '${ids.shared}', '${ids.sharedBackDoor}')`,
      { ...present, profile_tokens: ["wp-door-1", "wp-door-2"] },
    ],
    ["is deleted with its person", `delete from end_users where id = '${ids.anna}'`, { ...absent, assigned: false }],
  ])("that %s is desired accordingly", async (_what, sql, expected) => {
    await world.admin.query(sql);
    expect(await annas()).toEqual(expected);
  });

  test("comes back when the link comes back", async () => {
    await world.admin.query(`delete from organization_controllers where organization_id = '${ids.north}'`);
    await world.admin.query(`insert into organization_controllers values ('${ids.north}', '${ids.shared}')`);
    expect(await annas()).toEqual(present);
  });
});

test("a weekly code opens every enabled door while it is valid, and nothing once unassigned", async () => {
  await world.admin.query(
    `insert into weekly_codes (id, code, week_number, year, valid_from, valid_to) values ('${ids.week}', '${encrypted("135790")}', 9, 2027, now(), now() + interval '7 days')`,
  );
  await world.admin.query(`insert into weekly_code_assignments values ('${ids.week}', '${ids.shared}')`);
  expect(await replica(ids.week, ids.shared)).toEqual({ ...present, profile_tokens: ["wp-door-1", "wp-door-2"] });
  await world.admin.query(`update access_points set enabled = false where id = '${ids.sharedBackDoor}'`);
  expect(await replica(ids.week, ids.shared)).toEqual(present);
  await world.admin.query("delete from weekly_code_assignments");
  expect(await replica(ids.week, ids.shared)).toMatchObject({ desired: false, assigned: false });
});

test("a person of the dialog has the group and the chosen doors, and is on the device with neither", async () => {
  await world.admin.query(
    `insert into controller_users (id, controller_id, first_name, last_name) values ('${ids.direct}', '${ids.shared}', 'Di', 'Rekt')`,
  );
  expect(await replica(ids.direct, ids.shared)).toEqual({ ...present, profile_tokens: [] });
  await world.admin.query(
    `update controller_users set group_token = 'Webbportal', access_point_ids = array['${ids.sharedDoor}']::uuid[]`,
  );
  expect(await replica(ids.direct, ids.shared)).toEqual({ ...present, profile_tokens: ["Webbportal", "wp-door-1"] });
});

const states = (client: pg.PoolClient) =>
  client
    .query<{ label: string; state: string }>("select label, state from sync_states order by label")
    .then((result) => result.rows);

describe("the state that people see", () => {
  const settle =
    "update device_sync set applied_gen = desired_gen, applied_digest = 'x', synced_at = now(); update controller_sync set applied_gen = desired_gen";

  test.each<[string, string, string]>([
    ["is pending before the first read-back", "select", "pending"],
    ["is synced after it", settle, "synced"],
    [
      "is failed when the device refused",
      "update controller_sync set applied_gen = desired_gen; update device_sync set last_error = 'device_refused'",
      "failed",
    ],
    [
      "is pending while a door change has not reached the replica",
      `${settle}; update access_points set enabled = false where id = '${ids.sharedBackDoor}'`,
      "pending",
    ],
    [
      "awaits removal when switched off",
      `${settle}; update credentials set enabled = false where id = '${ids.annaPin}'`,
      "pending_removal",
    ],
    [
      "awaits removal also when that failed",
      `${settle}; update credentials set enabled = false where id = '${ids.annaPin}'; update device_sync set last_error = 'unreachable'`,
      "pending_removal",
    ],
    [
      "awaits removal when just expired, before any worker woke",
      `${settle}; set session_replication_role = replica; update credentials set valid_from = now() - interval '2 days', valid_to = now() where id = '${ids.annaPin}'; reset session_replication_role`,
      "pending_removal",
    ],
    [
      "is synced when switched off and confirmed gone",
      `update credentials set enabled = false where id = '${ids.annaPin}'; update device_sync set applied_gen = desired_gen, applied_digest = null; update controller_sync set applied_gen = desired_gen`,
      "synced",
    ],
  ])("%s", async (_what, sql, state) => {
    await world.admin.query(sql);
    expect(await world.as(north, states)).toEqual([{ label: "Anna Ängström", state }]);
  });

  test("keeps a deleted person's name for their own organisation alone", async () => {
    await world.admin.query(settle);
    await world.as(north, (client) => client.query(`delete from end_users where id = '${ids.anna}'`));
    const rows = await world.as(north, (client) =>
      client
        .query("select label, state, credential_id, end_user_id, controller_name from sync_states")
        .then((result) => result.rows),
    );
    expect(rows).toEqual([
      {
        label: "Anna Ängström",
        state: "pending_removal",
        credential_id: null,
        end_user_id: null,
        controller_name: "Delad",
      },
    ]);
    expect(await world.as(south, states)).toEqual([{ label: "Sven Svensson", state: "synced" }]);
    expect(await world.as(system, states)).toEqual([
      { label: "Anna Ängström", state: "pending_removal" },
      { label: "Sven Svensson", state: "synced" },
    ]);
  });

  test("is found by the credential's key, for the embed under a person", async () => {
    const plan = await world.as(north, async (client) => {
      // Three rows, once analysed, are read whole by any plan.
      await client.query("set local enable_seqscan = off");
      return client.query<{ "QUERY PLAN": string }>(
        `explain (costs off) select u.id, (select json_agg(s.state) from credentials c join sync_states s on s.credential_id = c.id where c.end_user_id = u.id) from end_users u`,
      );
    });
    expect(plan.rows.map((row) => row["QUERY PLAN"]).join("\n")).not.toMatch(/Seq Scan on credentials/);
    expect(
      await world.as(north, (client) =>
        one(client, "select state, end_user_id from sync_states where credential_id = $1", [ids.annaPin]),
      ),
    ).toEqual({ state: "pending", end_user_id: ids.anna });
  });
});

test("access assignments show the doors of one's own people", async () => {
  const rows = await world.as(north, (client) =>
    client.query("select credential_id, access_point_id from access_assignments").then((result) => result.rows),
  );
  expect(rows).toEqual([{ credential_id: ids.annaPin, access_point_id: ids.sharedDoor }]);
});
