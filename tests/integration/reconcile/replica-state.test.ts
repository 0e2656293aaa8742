import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  engine,
  hmac,
  ids,
  north,
  one,
  openWorld,
  outcome,
  somebodyWaits,
  south,
  system,
  type World,
} from "#tests/integration/platform/world.ts";
import { annaThere, endReplica, generations, reservations, svenThere } from "./sync-state.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.reset());
afterAll(() => world[Symbol.asyncDispose]());

/** Records, like a worker, that the device has shown generation g. */
const apply = (client: pg.Pool | pg.PoolClient, source: string, generation: number) =>
  client.query("update device_sync set applied_gen = $2, applied_digest = 'x' where source_id = $1", [
    source,
    generation,
  ]);

describe("a replica", () => {
  test("is not forgotten without a receipt (S2)", async () => {
    await expect(endReplica(world, ids.annaPin, 1, { receipted: false })).rejects.toMatchObject({
      code: "23001",
      constraint: "device_sync_receipt",
    });
    expect(await generations(world)).toMatchObject({ [annaThere]: 1 });
    expect(await reservations(world, ids.shared)).toEqual({ [hmac("4711")]: ids.annaPin });
  });

  test("is not forgotten with an older receipt, of another transaction or another generation (S2)", async () => {
    await world.as(north, (client) => client.query(`delete from end_users where id = '${ids.anna}'`));
    await expect(endReplica(world, ids.annaPin, 1)).rejects.toMatchObject({ code: "23001" });
    await world.as(engine, (client) =>
      client.query(
        `insert into sync_receipts (controller_id, controller_name, source_id, source_kind, label, kind, generation, read_back_at) values ('${ids.shared}', 'x', '${ids.annaPin}', 'credential', 'x', 'revocation', 2, now())`,
      ),
    );
    await expect(endReplica(world, ids.annaPin, 2, { receipted: false })).rejects.toMatchObject({ code: "23001" });
    await endReplica(world, ids.annaPin, 2);
    expect(await generations(world)).toEqual({ [svenThere]: 1 });
  });

  // The second in which a change is saved may begin after the change's transaction.
  test.each([
    ["starts while it is saved", "clock_timestamp()", []],
    ["starts later", "now() + interval '1 hour'", ["validity"]],
  ])("is outdated by a longer validity only when it starts later: %s", async (_, start, outdated) => {
    await apply(world.admin, ids.annaPin, 1);
    await world.as(north, async (client) => {
      await client.query("select pg_sleep(0.01)");
      await client.query(
        `update credentials set valid_from = ${start}, valid_to = now() + interval '9 years' where id = $1`,
        [ids.annaPin],
      );
    });
    expect(
      await one(world.admin, `select desired_gen::int, outdated from device_sync where source_id = '${ids.annaPin}'`),
    ).toEqual({ desired_gen: 2, outdated });
  });

  test("never has more applied than desired (S3)", async () => {
    expect(await outcome(apply(world.admin, ids.annaPin, 2))).toBe("23514");
  });

  test("keeps the organisation and the controller from being deleted while it stands", async () => {
    await world.admin.query(
      "delete from end_users; delete from user_roles where role = 'org_admin'; delete from organization_controllers; update controllers set organization_id = (select id from organizations where name = 'Syd')",
    );
    expect(await outcome(world.admin.query(`delete from organizations where id = '${ids.north}'`))).toBe("23503");
    await endReplica(world, ids.annaPin, 2);
    expect(await outcome(world.admin.query(`delete from organizations where id = '${ids.north}'`))).toBe("ok");
  });

  test("has receipts that nobody can rewrite", async () => {
    await endReplica(world, ids.annaPin, 1);
    expect(await outcome(world.admin.query("update sync_receipts set label = 'x'"))).toBe("42501");
    expect(await outcome(world.admin.query("delete from sync_receipts"))).toBe("42501");
    expect(await outcome(world.admin.query("truncate sync_receipts"))).toBe("42501");
  });
});

describe("two races", () => {
  const desired = `select desired_gen::int as generation, valid_to from private.desired_replicas where source_id = '${ids.annaPin}'`;

  test("a change after the worker's look leaves the replica pending, since generation and rows are one look", async () => {
    const worker = await world.enter(engine);
    const seen = await one<{ generation: number; valid_to: Date }>(worker, desired);
    await world.as(north, (client) =>
      client.query(`update credentials set valid_to = now() + interval '1 hour' where id = '${ids.annaPin}'`),
    );
    await apply(worker, ids.annaPin, seen.generation);
    await worker.query("commit");
    worker.release();
    expect(
      await one(
        world.admin,
        `select applied_gen::int, desired_gen::int, pending from device_sync where source_id = '${ids.annaPin}'`,
      ),
    ).toEqual({ applied_gen: 1, desired_gen: 2, pending: true });
  });

  test("a new assignment waits for the shortening of the same credential, and takes the short validity", async () => {
    const shortener = await world.enter(north);
    const assigner = await world.enter(system, 1);
    await shortener.query(`update credentials set valid_to = now() + interval '1 hour' where id = '${ids.svenPin}'`);
    await shortener.query("rollback");
    shortener.release();

    const short = await world.enter(south);
    await short.query(`update credentials set valid_to = now() + interval '1 hour' where id = '${ids.svenPin}'`);
    const waiting = assigner.query(
      `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.svenPin}', '${ids.shared}', '${ids.sharedDoor}')`,
    );
    await somebodyWaits(world.admin);
    await short.query("commit");
    await waiting;
    await assigner.query("commit");
    short.release();
    assigner.release();
    const replica = await one(
      world.admin,
      `select pending, valid_to < now() + interval '2 hours' as short from private.desired_replicas where source_id = '${ids.svenPin}' and controller_id = '${ids.shared}'`,
    );
    expect(replica).toEqual({ pending: true, short: true });
  });

  test("a shortening waits for a new assignment, and bumps the replica that it made", async () => {
    const assigner = await world.enter(system, 1);
    await assigner.query(
      `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.svenPin}', '${ids.shared}', '${ids.sharedDoor}')`,
    );
    const short = await world.enter(south);
    const waiting = short.query(
      `update credentials set valid_to = now() + interval '1 hour' where id = '${ids.svenPin}'`,
    );
    await somebodyWaits(world.admin);
    await assigner.query("commit");
    await waiting;
    await short.query("commit");
    assigner.release();
    short.release();
    expect(await generations(world)).toMatchObject({ [`${ids.svenPin} ${ids.shared}`]: 2, [svenThere]: 2 });
  });

  test("a removing worker and an assigning writer take turns on the replica; the PIN stays reserved (S5, S6)", async () => {
    await world.as(north, (client) =>
      client.query(`delete from controller_assignments where credential_id = '${ids.annaPin}'`),
    );
    const worker = await world.enter(engine);
    await worker.query(`select from device_sync where source_id = '${ids.annaPin}' for update`);
    const again = await world.enter(north, 1);
    const waiting = again.query(
      `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.annaPin}', '${ids.shared}', '${ids.sharedDoor}')`,
    );
    await somebodyWaits(world.admin);
    await worker.query(
      `insert into sync_receipts (controller_id, controller_name, source_id, source_kind, label, kind, generation, read_back_at) values ('${ids.shared}', 'x', '${ids.annaPin}', 'credential', 'x', 'revocation', 2, now())`,
    );
    await worker.query(`delete from controller_pins where source_id = '${ids.annaPin}'`);
    await worker.query(`delete from device_sync where source_id = '${ids.annaPin}'`);
    await worker.query("commit");
    await waiting;
    await again.query("commit");
    worker.release();
    again.release();
    expect(await generations(world)).toMatchObject({ [annaThere]: 1 });
    expect(await reservations(world, ids.shared)).toEqual({ [hmac("4711")]: ids.annaPin });
  });

  test("only the worker's role can delete replicas and reservations (S6)", async () => {
    const { rows } = await world.admin.query<{ role: string; tables: string[] }>(
      `select r.rolname as role, array_agg(t order by t) as tables from pg_roles r, unnest(array['device_sync', 'controller_pins']) t
       where has_table_privilege(r.oid, 'public.' || t, 'delete') and not r.rolsuper and r.rolname not like 'pg\\_%' group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { role: "portal_engine", tables: ["controller_pins", "device_sync"] },
      { role: "portal_owner", tables: ["controller_pins", "device_sync"] },
    ]);
    // The owner may delete from its own table, but row security hides all rows from it.
    const client = await world.enter(engine);
    await client.query("rollback");
    client.release();
    const owner = await world.admin.connect();
    await owner.query("begin; set local role portal_owner");
    expect(await outcome(owner.query("delete from device_sync"))).toBe("none");
    await owner.query("rollback");
    owner.release();
  });
});
