import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ids, north, one, openWorld, outcome, system, tried, type World } from "#tests/integration/platform/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

describe("an org admin of Norr who tries", () => {
  test.each<[string, string, string]>([
    [
      "to make a person in another organisation",
      `insert into end_users (organization_id, first_name, last_name) values ('${ids.south}', 'A', 'B')`,
      "42501",
    ],
    [
      "to move a person into another organisation",
      `update end_users set organization_id = '${ids.south}' where id = '${ids.anna}'`,
      "42501",
    ],
    [
      "to name the organisation of a credential",
      `insert into credentials (organization_id, end_user_id, credential_type, credential_value, valid_to) values ('${ids.south}', '${ids.anna}', 'license_plate', 'AAA 111', now() + interval '1 year')`,
      "42501",
    ],
    [
      "to give somebody else's person a plate",
      `insert into credentials (end_user_id, credential_type, credential_value, valid_to) values ('${ids.sven}', 'license_plate', 'AAA 111', now() + interval '1 year')`,
      "23503",
    ],
    [
      "to hand a credential over to somebody else's person",
      `update credentials set end_user_id = '${ids.sven}' where id = '${ids.annaCar}'`,
      "42501",
    ],
    [
      "to turn a plate into a PIN",
      `update credentials set credential_type = 'pin' where id = '${ids.annaCar}'`,
      "42501",
    ],
    [
      "to name the organisation of an assignment",
      `insert into controller_assignments (organization_id, credential_id, controller_id) values ('${ids.south}', '${ids.annaCar}', '${ids.southGate}')`,
      "42501",
    ],
    [
      "to assign somebody else's credential",
      `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.svenPin}', '${ids.shared}', '${ids.sharedDoor}')`,
      "23503",
    ],
    [
      "to open an unlinked gate",
      `insert into controller_assignments (credential_id, controller_id) values ('${ids.annaCar}', '${ids.southGate}')`,
      "23503",
    ],
    [
      "to open a door of another controller",
      `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.annaPin}', '${ids.shared}', '${ids.southernDoor}')`,
      "23503",
    ],
    [
      "to assign a PIN to a whole controller",
      `insert into controller_assignments (credential_id, controller_id) values ('${ids.annaPin}', '${ids.shared}')`,
      "23514",
    ],
    [
      "to assign a plate to a door",
      `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.annaCar}', '${ids.shared}', '${ids.sharedDoor}')`,
      "23514",
    ],
    [
      "to point an assignment elsewhere",
      `update controller_assignments set controller_id = '${ids.southern}' where credential_id = '${ids.annaPin}'`,
      "42501",
    ],
    ["to call a replica synced", `update device_sync set applied_gen = desired_gen`, "42501"],
    ["to delete somebody else's person", `delete from end_users where id = '${ids.sven}'`, "none"],
    [
      "to end the validity of somebody else's person",
      `update credentials set valid_to = now() + interval '1 minute' where id = '${ids.svenPin}'`,
      "none",
    ],
    ["to read encrypted PINs", "select credential_value from credentials", "42501"],
    ["to sort by encrypted PINs", "select id from credentials order by credential_value", "42501"],
    ["to read HMACs", "select pin_hmacs from credentials", "42501"],
    ["to read reservations", "select source_id from controller_pins", "42501"],
    ["to read a device's password", "select password_encrypted from controllers", "42501"],
    ["to read a partition of the log", "select id from access_logs_past", "42501"],
    ["to read accounts", "select id from auth.users", "42501"],
    [
      "to become a system admin",
      `update user_roles set role = 'system_admin', organization_id = null where user_id = '${ids.northAdmin}'`,
      "42501",
    ],
    ["to switch off triggers", "alter table credentials disable trigger all", "42501"],
    ["to bump a generation by hand", "select private.bump_controllers(array[]::uuid[])", "42501"],
    ["to read what workers read", "select from private.desired_replicas", "42501"],
  ])("%s", async (_what, sql, refused) => {
    expect(await tried(world, north, sql)).toBe(refused);
  });

  test("to leave the own organisation by a setting finds the other guard: without one there is nobody", async () => {
    const client = await world.enter({ role: "org_admin", org: "", sub: ids.northAdmin });
    const { rows } = await client.query("select id from end_users");
    await client.query("rollback");
    client.release();
    expect(rows).toEqual([]);
  });

  test("to become a system admin by a setting cannot", async () => {
    // The server's own login may take that role; SQL that runs as a portal role would get this refusal.
    const client = await world.enter(north);
    await client.query("reset role");
    const { current_user } = await one<{ current_user: string }>(client, "select current_user");
    const read = await outcome(client.query("select from public.end_users"));
    await client.query("rollback");
    client.release();
    expect([current_user, read]).toEqual(["authenticator", "42501"]);
  });

  test("to bring device tokens along has them thrown away", async () => {
    const row = await world.as(north, (client) =>
      one<{ axis_user_token: string | null }>(
        client,
        `insert into controller_assignments (credential_id, controller_id, access_point_id, axis_user_token, axis_credential_token)
         values ('${ids.annaPin}', '${ids.shared}', '${ids.sharedBackDoor}', 'somebody-elses', 'somebody-elses') returning axis_user_token`,
      ),
    );
    expect(row.axis_user_token).toBeNull();
  });
});

describe("a system admin who", () => {
  test("forges the organisation of a credential gets the person's", async () => {
    const row = await world.as(system, (client) =>
      one<{ organization_id: string }>(
        client,
        `insert into credentials (organization_id, end_user_id, credential_type, credential_value, valid_to) values ('${ids.south}', '${ids.anna}', 'license_plate', 'SYS 111', now() + interval '1 year') returning organization_id`,
      ),
    );
    expect(row.organization_id).toBe(ids.north);
  });

  test.each<[string, string, string]>([
    ["moves a person", `update end_users set organization_id = '${ids.south}' where id = '${ids.anna}'`, "42501"],
    [
      "assigns a gate that is not the organisation's",
      `insert into controller_assignments (credential_id, controller_id) values ('${ids.annaCar}', '${ids.southGate}')`,
      "23503",
    ],
    [
      "gives a weekly code to a gate",
      `insert into weekly_code_assignments values ('${ids.week}', '${ids.northGate}')`,
      "23514",
    ],
    ["reads an encrypted PIN", "select credential_value from credentials", "42501"],
    ["reads a device's password", "select password_encrypted from controllers", "42501"],
    ["deletes a controller with people", `delete from controllers where id = '${ids.shared}'`, "23503"],
    ["deletes an organisation with people", `delete from organizations where id = '${ids.north}'`, "23503"],
    ["deletes a door with people", `delete from access_points where id = '${ids.sharedDoor}'`, "23503"],
    [
      "turns a door controller with people into a gate",
      `update controllers set device_type = 'axxon_lpr' where id = '${ids.shared}'`,
      "23001",
    ],
    ["forgets a log row", "delete from access_logs", "42501"],
    ["rewrites the audit", "update audit set action = 'x'", "42501"],
  ])("%s is stopped", async (_what, sql, refused) => {
    expect(await tried(world, system, sql)).toBe(refused);
  });

  test("deletes an empty controller takes its doors and links along", async () => {
    const client = await world.enter(system);
    await client.query(
      `insert into controllers (id, name, device_type, device_ip, organization_id) values ('${ids.week}', 'Tom', 'axis', '192.0.2.8', '${ids.north}')`,
    );
    await client.query(
      `insert into access_points (id, controller_id, name) values ('${ids.direct}', '${ids.week}', 'Dörr')`,
    );
    await client.query(`insert into organization_controllers values ('${ids.north}', '${ids.week}')`);
    await client.query(
      `insert into organization_access_points (organization_id, access_point_id) values ('${ids.north}', '${ids.direct}')`,
    );
    expect(await outcome(client.query(`delete from controllers where id = '${ids.week}'`))).toBe("ok");
    expect(await outcome(client.query(`select from access_points where id = '${ids.direct}'`))).toBe("none");
    await client.query("rollback");
    client.release();
  });
});

// Covers: design.2
test("even the superuser's mistake is stopped when a moved person would tear a credential away", async () => {
  const moved = world.admin.query(`update end_users set organization_id = '${ids.south}' where id = '${ids.anna}'`);
  expect(await outcome(moved)).toBe("23503");
});

describe("the last system admin", () => {
  // Covers: admin.15
  test("can be neither removed nor demoted", async () => {
    expect(await outcome(world.admin.query("delete from user_roles where role = 'system_admin'"))).toBe("23001");
    expect(
      await outcome(
        world.admin.query(
          `update user_roles set role = 'org_admin', organization_id = '${ids.north}' where role = 'system_admin'`,
        ),
      ),
    ).toBe("23001");
    expect(await outcome(world.admin.query(`delete from auth.users where id = '${ids.systemAdmin}'`))).toBe("23001");
  });

  test("stays when two remove each other at once", async () => {
    await world.admin.query(`insert into auth.users (id, email) values ('${ids.direct}', 'second@x.example')`);
    await world.admin.query(
      `insert into profiles (id, first_name, last_name, email) values ('${ids.direct}', 'A', 'B', 'second@x.example')`,
    );
    await world.admin.query(`insert into user_roles (user_id, role) values ('${ids.direct}', 'system_admin')`);
    const first = await world.enter({ role: "portal_engine" });
    const second = await world.enter({ role: "portal_engine" });
    await first.query(`delete from user_roles where user_id = '${ids.systemAdmin}'`);
    const waiting = outcome(second.query(`delete from user_roles where user_id = '${ids.direct}'`));
    await first.query("commit");
    expect(await waiting).toBe("23001");
    await second.query("rollback");
    first.release();
    second.release();
  });
});

// Covers: 8.3
test("an organisation to which a controller is given is not deleted, also while it is being given", async () => {
  const { rows } = await world.admin.query<{ id: string }>(
    "insert into organizations (name) values ('Tom') returning id",
  );
  const id = rows[0]?.id ?? "";
  const giver = await world.admin.connect();
  try {
    await giver.query("begin");
    await giver.query(`insert into organization_controllers values ($1, '${ids.shared}')`, [id]);
    const deleted = outcome(
      world.as(system, (client) => client.query("delete from organizations where id = $1", [id])),
    );
    await giver.query("commit");
    expect(await deleted).toBe("23503");
  } finally {
    giver.release(true);
  }
  const again = outcome(world.as(system, (client) => client.query("delete from organizations where id = $1", [id])));
  expect(await again).toBe("23503");
  await world.admin.query("delete from organization_controllers where organization_id = $1", [id]);
  expect(
    await outcome(world.as(system, (client) => client.query("delete from organizations where id = $1", [id]))),
  ).toBe("ok");
});
