import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  encrypted,
  engine,
  hmac,
  ids,
  north,
  one,
  openWorld,
  outcome,
  somebodyWaits,
  system,
  type World,
} from "#tests/integration/platform/world.ts";
import { annaThere, generations, reservations, svenThere } from "./sync-state.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.reset());
afterAll(() => world[Symbol.asyncDispose]());

const controllerGeneration = async (id: string): Promise<number> =>
  Number(
    (
      await one<{ gen: string }>(
        world.admin,
        "select desired_gen as gen from controller_sync where controller_id = $1",
        [id],
      )
    ).gen,
  );

describe("a first assignment", () => {
  test("makes a pending replica and reserves the PIN; a gate without lists gets neither", async () => {
    expect(await generations(world)).toEqual({ [annaThere]: 1, [svenThere]: 1 });
    const replica = await one(
      world.admin,
      `select source_kind, organization_id, label, user_token, credential_token, pending from device_sync where source_id = '${ids.annaPin}'`,
    );
    expect(replica).toEqual({
      source_kind: "credential",
      organization_id: ids.north,
      label: "Anna Ängström",
      user_token: `wp-u-${ids.annaPin}`,
      credential_token: `wp-c-${ids.annaPin}`,
      pending: true,
    });
    expect(await reservations(world, ids.shared)).toEqual({ [hmac("4711")]: ids.annaPin });
  });

  test("to a second door at the same controller bumps the same replica once more", async () => {
    await world.as(north, (client) =>
      client.query(
        `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.annaPin}', '${ids.shared}', '${ids.sharedBackDoor}')`,
      ),
    );
    expect(await generations(world)).toMatchObject({ [annaThere]: 2 });
  });

  test("to a gate that keeps lists makes a plate's replica, also when the gate begins with it later", async () => {
    await world.as(system, (client) =>
      client.query(`update controllers set list_sync = true where id = '${ids.northGate}'`),
    );
    expect(await generations(world)).toMatchObject({ [`${ids.annaCar} ${ids.northGate}`]: 1 });
  });

  test("to a gate that begins with a list at that moment is on the list", async () => {
    const plates = `controller_assignments where credential_id = '${ids.annaCar}' and controller_id = '${ids.northGate}'`;
    await world.admin.query(`delete from ${plates}`);
    const given = world.as(north, async (client) => {
      await client.query(
        `insert into controller_assignments (credential_id, controller_id) values ('${ids.annaCar}', '${ids.northGate}')`,
      );
      const begun = world.as(system, (other) =>
        other.query(`update controllers set list_sync = true where id = '${ids.northGate}'`),
      );
      // The list begins before this transaction ends, or waits for it.
      await Promise.race([begun, somebodyWaits(world.admin)]);
      return { begun };
    });
    await (await given).begun;
    expect(await generations(world)).toMatchObject({ [`${ids.annaCar} ${ids.northGate}`]: 1 });
  });

  // Covers: device.25
  test("to a gate that gives its list up bumps the plate's replica for removal", async () => {
    for (const keeps of [true, false])
      await world.as(system, (client) =>
        client.query(`update controllers set list_sync = ${keeps} where id = '${ids.northGate}'`),
      );
    expect(await generations(world)).toMatchObject({ [`${ids.annaCar} ${ids.northGate}`]: 2 });
    const seen = await world.as(north, (client) =>
      client.query(`select state, desired from sync_states where controller_id = '${ids.northGate}'`),
    );
    expect(seen.rows).toEqual([{ state: "pending_removal", desired: false }]);
  });
});

describe("a change of", () => {
  // Covers: device.25
  test.each<[string, string, number]>([
    [
      "the end of validity",
      `update credentials set valid_to = now() + interval '1 day' where id = '${ids.annaPin}'`,
      2,
    ],
    [
      "the start of validity",
      `update credentials set valid_from = now() + interval '1 hour' where id = '${ids.annaPin}'`,
      2,
    ],
    ["enabled", `update credentials set enabled = false where id = '${ids.annaPin}'`, 2],
    ["the PIN", `update credentials set credential_value = '${encrypted("9876")}' where id = '${ids.annaPin}'`, 2],
    [
      "the encryption key alone",
      `update credentials set credential_value = '${encrypted("4711").replace("s1:test:", "s1:new:")}' where id = '${ids.annaPin}'`,
      1,
    ],
    [
      "the validity period's name alone",
      `update credentials set validity_period = '1_day' where id = '${ids.annaPin}'`,
      1,
    ],
    ["the person's name", `update end_users set last_name = 'Ny' where id = '${ids.anna}'`, 2],
    ["nothing in the person", `update end_users set last_name = last_name where id = '${ids.anna}'`, 1],
    [
      "the assignments, by taking the only one away",
      `delete from controller_assignments where credential_id = '${ids.annaPin}'`,
      2,
    ],
    ["the credential, by deleting it", `delete from credentials where id = '${ids.annaPin}'`, 2],
    ["the person, by deleting it", `delete from end_users where id = '${ids.anna}'`, 2],
  ])("%s bumps or not, as it concerns the device", async (_what, sql, generation) => {
    await world.as(north, (client) => client.query(sql));
    expect(await generations(world)).toEqual({ [annaThere]: generation, [svenThere]: 1 });
  });

  test("a name keeps the label current for when the person is gone", async () => {
    await world.as(north, (client) =>
      client.query(`update end_users set last_name = 'Öberg' where id = '${ids.anna}'`),
    );
    await world.as(north, (client) => client.query(`delete from end_users where id = '${ids.anna}'`));
    expect(await one(world.admin, `select label from device_sync where source_id = '${ids.annaPin}'`)).toEqual({
      label: "Anna Öberg",
    });
  });

  test("a failed replica makes it due again at once", async () => {
    await world.admin.query(
      "update device_sync set attempts = 7, last_error = 'refused', next_try_at = now() + interval '5 minutes'",
    );
    await world.as(north, (client) =>
      client.query(`update credentials set enabled = false where id = '${ids.annaPin}'`),
    );
    expect(
      await one(
        world.admin,
        `select attempts, last_error, next_try_at <= now() as due from device_sync where source_id = '${ids.annaPin}'`,
      ),
    ).toEqual({
      attempts: 0,
      last_error: null,
      due: true,
    });
  });

  test.each<[string, string, Record<string, number>]>([
    [
      "a door's switch",
      `update access_points set enabled = false where id = '${ids.sharedDoor}'`,
      { shared: 1, southern: 0 },
    ],
    [
      "a door's profile",
      `update access_points set access_profile_token = 'x' where id = '${ids.sharedDoor}'`,
      { shared: 1, southern: 0 },
    ],
    [
      "when a door was last seen",
      `update access_points set last_synced = now() where id = '${ids.sharedDoor}'`,
      { shared: 0, southern: 0 },
    ],
    [
      "a door, by a new one",
      `insert into access_points (controller_id, name) values ('${ids.southern}', 'Ny')`,
      { shared: 0, southern: 1 },
    ],
    [
      "a door, by deleting it",
      `delete from access_points where id = '${ids.sharedBackDoor}'`,
      { shared: 1, southern: 0 },
    ],
    [
      "the links, by unlinking a controller",
      `delete from organization_controllers where controller_id = '${ids.southern}'`,
      { shared: 0, southern: 1 },
    ],
    [
      "the links, by linking a door",
      `insert into organization_access_points (organization_id, access_point_id) values ('${ids.north}', '${ids.sharedDoor}')`,
      { shared: 1, southern: 0 },
    ],
    [
      "a controller's address",
      `update controllers set device_ip = '192.0.2.77' where id = '${ids.shared}'`,
      { shared: 1, southern: 0 },
    ],
    [
      "a controller's name",
      `update controllers set name = 'Ny' where id = '${ids.shared}'`,
      { shared: 0, southern: 0 },
    ],
    ["every controller's switch", "update controllers set enabled = not enabled", { shared: 1, southern: 1 }],
  ])("%s bumps the controller's row and no replica", async (_what, sql, bumps) => {
    const before = {
      shared: await controllerGeneration(ids.shared),
      southern: await controllerGeneration(ids.southern),
    };
    await world.admin.query(sql);
    expect({
      shared: (await controllerGeneration(ids.shared)) - before.shared,
      southern: (await controllerGeneration(ids.southern)) - before.southern,
    }).toEqual(bumps);
    expect(await generations(world)).toEqual({ [annaThere]: 1, [svenThere]: 1 });
  });

  const link = (...doors: string[]) =>
    `insert into organization_access_points (organization_id, access_point_id) values ${doors.map((door) => `('${ids.north}', '${door}')`).join()}`;
  test.each([
    [
      "by the end of its link",
      link(ids.sharedDoor, ids.sharedBackDoor),
      `delete from organization_access_points where access_point_id = '${ids.sharedDoor}'`,
    ],
    ["by the first link of another door", "select", link(ids.sharedBackDoor)],
  ])("a door that an organisation loses beside others is outdated on the device: %s", async (_how, before, sql) => {
    await world.admin.query(before);
    await world.admin.query(
      `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.annaPin}', '${ids.shared}', '${ids.sharedBackDoor}')`,
    );
    const state = `select state, outdated from sync_states where source_id = '${ids.annaPin}'`;
    const annas = async () => (await world.as(north, (client) => client.query(state))).rows;
    const confirm = "update controller_sync set applied_gen = desired_gen";
    await world.admin.query(
      `update device_sync set applied_gen = desired_gen, applied_digest = 'x', outdated = '{}'; ${confirm}`,
    );
    expect(await annas()).toEqual([{ state: "synced", outdated: [] }]);
    await world.admin.query(sql);
    // A comparison ends before the device has taken each change that it found.
    await world.admin.query(confirm);
    expect(await annas()).toEqual([{ state: "pending", outdated: ["doors"] }]);
    expect(await generations(world)).toMatchObject({ [svenThere]: 1 });
  });

  test("a controller's password ends its back-off; a door does not", async () => {
    const fail =
      "update controller_sync set attempts = 5, next_try_at = 'infinity', breaker_open_since = now(), last_error = 'unauthorized'";
    const state = `select attempts, breaker_open_since is null as closed, next_try_at <= now() as due from controller_sync where controller_id = '${ids.shared}'`;
    await world.admin.query(fail);
    await world.admin.query(`update access_points set enabled = false where id = '${ids.sharedDoor}'`);
    expect(await one(world.admin, state)).toEqual({ attempts: 5, closed: false, due: false });
    await world.admin.query(`update controllers set username = 'other' where id = '${ids.shared}'`);
    expect(await one(world.admin, state)).toEqual({ attempts: 0, closed: true, due: true });
  });

  test("a credential source never touches the controller's row, so savers do not queue behind an import", async () => {
    const importer = await world.enter(engine);
    await importer.query(`update credentials set enabled = false where id = '${ids.annaPin}'`);
    const free = await outcome(
      world.admin.query(`select from controller_sync where controller_id = '${ids.shared}' for update nowait`),
    );
    await importer.query("rollback");
    importer.release();
    expect(free).toBe("ok");
  });
});

const newReplicas = async () =>
  Object.fromEntries(
    Object.entries(await generations(world)).filter(([key]) => key !== annaThere && key !== svenThere),
  );

describe("weekly codes and direct people", () => {
  const week = `insert into weekly_codes (id, code, week_number, year, valid_from, valid_to) values ('${ids.week}', '${encrypted("135790")}', 9, 2027, now(), now() + interval '7 days')`;

  test("a weekly code is carried to each controller, follows its changes, and leaves by a bump", async () => {
    await world.as(system, async (client) => {
      await client.query(week);
      await client.query(
        `insert into weekly_code_assignments values ('${ids.week}', '${ids.shared}'), ('${ids.week}', '${ids.southern}')`,
      );
    });
    expect(await newReplicas()).toEqual({ [`${ids.week} ${ids.shared}`]: 1, [`${ids.week} ${ids.southern}`]: 1 });
    expect(await reservations(world, ids.southern)).toEqual({
      [hmac("135790")]: ids.week,
      [hmac("4812")]: ids.svenPin,
    });
    await world.as(system, (client) => client.query("update weekly_codes set valid_to = valid_to + interval '1 hour'"));
    await world.as(system, (client) => client.query("delete from weekly_codes"));
    expect(await newReplicas()).toEqual({ [`${ids.week} ${ids.shared}`]: 3, [`${ids.week} ${ids.southern}`]: 3 });
    expect(
      await one(
        world.admin,
        `select label from device_sync where source_id = '${ids.week}' and controller_id = '${ids.shared}'`,
      ),
    ).toEqual({ label: "v.9 2027" });
  });

  test("a person of the dialog gets a PIN later, another name, and goes", async () => {
    const there = `${ids.direct} ${ids.shared}`;
    await world.as(system, (client) =>
      client.query(
        `insert into controller_users (id, controller_id, first_name, last_name) values ('${ids.direct}', '${ids.shared}', 'Di', 'Rekt')`,
      ),
    );
    expect(await newReplicas()).toEqual({ [there]: 1 });
    await world.as(system, (client) => client.query(`update controller_users set pin = '${encrypted("8642")}'`));
    expect(await newReplicas()).toEqual({ [there]: 2 });
    expect(await reservations(world, ids.shared)).toMatchObject({ [hmac("8642")]: ids.direct });
    await world.as(system, (client) => client.query(`update controller_users set last_name = 'Annan'`));
    await world.as(system, (client) => client.query("delete from controller_users"));
    expect(await newReplicas()).toEqual({ [there]: 4 });
    expect(await one(world.admin, `select label from device_sync where source_id = '${ids.direct}'`)).toEqual({
      label: "Di Annan",
    });
  });
});

test("a bump wakes workers with an empty message, once per transaction", async () => {
  const listener = await world.admin.connect();
  const received: string[] = [];
  listener.on("notification", ({ channel, payload }) => received.push(`${channel}:${payload ?? ""}`));
  await listener.query("listen sync");
  await world.as(north, async (client) => {
    await client.query(`update credentials set enabled = false where id = '${ids.annaPin}'`);
    await client.query(`update end_users set last_name = 'Ny' where id = '${ids.anna}'`);
  });
  await listener.query("select 1");
  listener.release(true);
  expect(received).toEqual(["sync:"]);
});
