import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  encrypted,
  hmac,
  ids,
  north,
  openWorld,
  outcome,
  somebodyWaits,
  south,
  type World,
} from "#tests/integration/platform/world.ts";
import { annaThere, endReplica, generations, reservations } from "#tests/integration/reconcile/sync-state.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.reset());
afterAll(() => world[Symbol.asyncDispose]());

const newPin = (pin: string) =>
  `insert into credentials (id, end_user_id, credential_type, credential_value, valid_to) values ('${ids.direct}', '${ids.sven}', 'pin', '${encrypted(pin)}', now() + interval '1 year')`;

describe("a reservation (S1)", () => {
  const atShared = `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.direct}', '${ids.shared}', '${ids.sharedDoor}')`;

  test("refuses a PIN that another organisation uses there, and the message holds no HMAC", async () => {
    const refused = world.as(south, async (client) => {
      await client.query(newPin("4711"));
      await client.query(atShared);
    });
    const error = await refused.then(
      () => null,
      (reason: pg.DatabaseError) => reason,
    );
    expect(error).toMatchObject({
      code: "23505",
      constraint: "controller_pins_pkey",
      table: "controller_pins",
      detail: `controller_id=${ids.shared}`,
    });
    expect(`${error?.message} ${error?.detail} ${error?.hint} ${error?.where}`).not.toMatch(/[0-9a-f]{64}/);
  });

  test("allows the same PIN where the other is not", async () => {
    await world.as(south, async (client) => {
      await client.query(newPin("4711"));
      await client.query(
        `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.direct}', '${ids.southern}', '${ids.southernDoor}')`,
      );
    });
    expect(await reservations(world, ids.southern)).toMatchObject({ [hmac("4711")]: ids.direct });
  });

  test("refuses a PIN that is on the device and not ours", async () => {
    await world.admin.query(`insert into controller_pins values ('${ids.shared}', '${hmac("5050")}', null)`);
    const refused = world.as(south, async (client) => {
      await client.query(newPin("5050"));
      return client.query(atShared);
    });
    expect(await outcome(refused)).toBe("23505");
  });

  test("stays after a delete until the worker's read-back, then the PIN is free", async () => {
    await world.as(north, (client) => client.query(`delete from end_users where id = '${ids.anna}'`));
    const give = () =>
      outcome(
        world.as(south, async (client) => {
          await client.query(newPin("4711"));
          return client.query(atShared);
        }),
      );
    expect(await give()).toBe("23505");
    await endReplica(world, ids.annaPin, 2);
    expect(await give()).toBe("ok");
  });

  test("for a new PIN stands beside the old one until read-back", async () => {
    await world.as(north, (client) =>
      client.query(`update credentials set credential_value = '${encrypted("9876")}' where id = '${ids.annaPin}'`),
    );
    expect(await reservations(world, ids.shared)).toEqual({ [hmac("4711")]: ids.annaPin, [hmac("9876")]: ids.annaPin });
  });

  test("refuses a change to a PIN in use and keeps the old one", async () => {
    await world.as(south, async (client) => {
      await client.query(newPin("2468"));
      await client.query(atShared);
    });
    const refused = world.as(north, (client) =>
      client.query(`update credentials set credential_value = '${encrypted("2468")}' where id = '${ids.annaPin}'`),
    );
    expect(await outcome(refused)).toBe("23505");
    expect(await reservations(world, ids.shared)).toEqual({ [hmac("4711")]: ids.annaPin, [hmac("2468")]: ids.direct });
    expect(await generations(world)).toMatchObject({ [annaThere]: 1 });
  });

  test("under a second HMAC key is added without a bump", async () => {
    await world.admin.query(
      `update credentials set credential_value = '${encrypted("4711", ["a", "b"])}' where id = '${ids.annaPin}'`,
    );
    expect(await reservations(world, ids.shared)).toEqual({
      [hmac("4711", "a")]: ids.annaPin,
      [hmac("4711", "b")]: ids.annaPin,
    });
    expect(await generations(world)).toMatchObject({ [annaThere]: 1 });
  });

  test("for an expired credential stays while its assignment stands", async () => {
    await world.admin.query(
      `update credentials set valid_from = now() - interval '2 days', valid_to = now() - interval '1 day' where id = '${ids.annaPin}'`,
    );
    expect(await reservations(world, ids.shared)).toEqual({ [hmac("4711")]: ids.annaPin });
  });

  test("for two admins at once goes to one: the second waits for the first's commit and is refused", async () => {
    const first = await world.enter(north, 1);
    const second = await world.enter(south, 1);
    await first.query(`update credentials set credential_value = '${encrypted("3690")}' where id = '${ids.annaPin}'`);
    await first.query("set constraints all immediate"); // The commit has begun: the reservation is made, but no other transaction sees it yet.
    await second.query(newPin("3690"));
    await second.query(atShared);
    const waiting = outcome(second.query("commit"));
    await somebodyWaits(world.admin);
    await first.query("commit");
    expect(await waiting).toBe("23505");
    first.release();
    second.release();
  });

  test("for two admins at once goes to the second when the first takes it back", async () => {
    const first = await world.enter(north, 1);
    const second = await world.enter(south, 1);
    await first.query(`update credentials set credential_value = '${encrypted("3690")}' where id = '${ids.annaPin}'`);
    await first.query("set constraints all immediate");
    await second.query(newPin("3690"));
    await second.query(atShared);
    const waiting = outcome(second.query("commit"));
    await somebodyWaits(world.admin);
    await first.query("rollback");
    expect(await waiting).toBe("ok");
    first.release();
    second.release();
    expect(await reservations(world, ids.shared)).toEqual({ [hmac("4711")]: ids.annaPin, [hmac("3690")]: ids.direct });
  });

  test("is made though the one in its way is freed while it waits for another", async () => {
    const [low = "", high = ""] = [hmac("9753", "a"), hmac("9753", "b")].sort();
    const foreign = `insert into controller_pins (controller_id, pin_hmac) values ('${ids.shared}', $1)`;
    await world.admin.query(foreign, [low]);
    const other = await world.admin.connect();
    await other.query("begin");
    await other.query(foreign, [high]);
    const given = world.admin.query(
      `update credentials set credential_value = '${encrypted("9753", ["a", "b"])}' where id = '${ids.annaPin}'`,
    );
    await somebodyWaits(world.admin);
    await world.admin.query("delete from controller_pins where source_id is null");
    await other.query("rollback");
    other.release();
    await given;
    expect(await reservations(world, ids.shared)).toMatchObject({ [low]: ids.annaPin, [high]: ids.annaPin });
  });

  test("twice in one import of two people is refused as a whole", async () => {
    const twins = world.admin.query(`
      with people as (insert into end_users (organization_id, first_name, last_name) values ('${ids.north}', 'A', 'A'), ('${ids.north}', 'B', 'B') returning id)
      select id from people`);
    const { rows } = await twins;
    const insert = `insert into credentials (end_user_id, credential_type, credential_value) select unnest($1::uuid[]), 'pin', '${encrypted("7531")}' returning id`;
    const { rows: credentials } = await world.admin.query<{ id: string }>(insert, [
      rows.map((row: { id: string }) => row.id),
    ]);
    const assign = world.admin.query(
      `insert into controller_assignments (credential_id, controller_id, access_point_id) select unnest($1::uuid[]), '${ids.shared}', '${ids.sharedDoor}'`,
      [credentials.map((row) => row.id)],
    );
    expect(await outcome(assign)).toBe("23505");
  });
});
