import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ENCRYPTED_TEXT,
  encrypted,
  engine,
  hmac,
  ids,
  north,
  one,
  openWorld,
  outcome,
  system,
  tried,
  type World,
} from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const credential = (columns: string, values: string) => {
  const [end, at] = columns.includes("valid_to") ? ["", ""] : ["valid_to, ", "now() + interval '1 year', "];
  return `insert into credentials (${end}end_user_id, credential_type, credential_value${columns}) values (${at}'${ids.anna}', ${values})`;
};

const controller = (columns: string, values: string) =>
  `insert into controllers (organization_id, name, device_type, device_ip${columns}) values ('${ids.north}', ${values})`;

describe("a value that cannot be", () => {
  test.each<[string, string]>([
    ["a PIN in the clear", credential("", "'pin', '1234'")],
    ["a PIN in the clear behind the prefix", credential("", `'pin', 's1:test:${hmac("1")}:1234'`)],
    ["an encrypted PIN of three digits", credential("", `'pin', 's1:test:${hmac("1")}:${"A".repeat(42)}'`)],
    ["an encrypted PIN of seven digits", credential("", `'pin', 's1:test:${hmac("1")}:${"A".repeat(47)}'`)],
    ["a plate without alphanumeric characters", credential("", "'license_plate', ' - '")],
    ["a plate of 21 characters", credential("", "'license_plate', 'ABC 123             X'")],
    ["an unknown credential type", credential("", "'card', 'ABC 123'")],
    ["an unknown validity period", credential(", validity_period", "'license_plate', 'ABC 123', '2_years'")],
    [
      "an end before the start",
      credential(", valid_from, valid_to", "'license_plate', 'ABC 123', now(), now() - interval '1 s'"),
    ],
    [
      "a person without a name",
      `insert into end_users (organization_id, first_name, last_name) values ('${ids.north}', '  ', 'B')`,
    ],
    [
      "a name of 101 characters",
      `insert into end_users (organization_id, first_name, last_name) values ('${ids.north}', '${"å".repeat(101)}', 'B')`,
    ],
    [
      "a name with a line break",
      `insert into end_users (organization_id, first_name, last_name) values ('${ids.north}', E'A\\nB', 'B')`,
    ],
  ])("%s is refused from an org admin", async (_what, sql) => {
    expect(await tried(world, north, sql)).toBe("23514");
  });

  test.each<[string, string]>([
    ["port 0", controller(", device_port", "'A', 'axis', '192.0.2.9', 0")],
    ["port 65536", controller(", device_port", "'A', 'axis', '192.0.2.9', 65536")],
    ["an unknown device type", controller("", "'A', 'salto', '192.0.2.9'")],
    ["a blank address", controller("", "'A', 'axis', ' '")],
    [
      "week 54",
      `insert into weekly_codes (code, week_number, year, valid_from, valid_to) values ('${encrypted("1234")}', 54, 2027, now(), now() + interval '1 day')`,
    ],
    [
      "a weekly code in the clear",
      "insert into weekly_codes (code, week_number, year, valid_from, valid_to) values ('1234', 1, 2027, now(), now() + interval '1 day')",
    ],
    [
      "a controller user's PIN in the clear",
      `insert into controller_users (controller_id, first_name, last_name, pin) values ('${ids.shared}', 'A', 'B', '1234')`,
    ],
    ["an organisation without a name", "insert into organizations (name) values ('')"],
  ])("%s is refused from a system admin", async (_what, sql) => {
    expect(await tried(world, system, sql)).toBe("23514");
  });

  // No portal role writes these columns; functions do, as the engine.
  test.each<[string, string]>([
    ["a password in the clear", controller(", password_encrypted", "'A', 'axis', '192.0.2.9', 'hemligt'")],
    ["a webhook secret in the clear", controller(", webhook_secret", "'A', 'axxon_lpr', '192.0.2.9', 'hemligt'")],
    ["plain HTTP to an Axis controller", controller(", allow_plain_http", "'A', 'axis', '192.0.2.9', true")],
    ["an old TLS without a certificate", controller(", allow_old_tls", "'A', 'axis', '192.0.2.9', true")],
    [
      "an old TLS to a gate",
      controller(", allow_old_tls, cert_sha256", `'A', 'axxon_lpr', '192.0.2.9', true, '${"a".repeat(64)}'`),
    ],
    ["a TLS that there is not", controller(", tls_version", "'A', 'axis', '192.0.2.9', 'SSLv3'")],
  ])("%s is refused from the engine", async (_what, sql) => {
    expect(await tried(world, engine, sql)).toBe("23514");
  });

  // Covers: 3.1
  test("a role and its organisation belong together", async () => {
    const roles = [
      `('${ids.systemAdmin}', 'org_admin', null)`,
      `('${ids.systemAdmin}', 'system_admin', '${ids.north}')`,
    ];
    for (const role of roles) {
      expect(
        await outcome(world.admin.query(`insert into user_roles (user_id, role, organization_id) values ${role}`)),
      ).toBe("23514");
    }
  });

  test("an e-mail address of 256 characters is refused", async () => {
    const long = `update profiles set email = repeat('a', 250) || '@b.com' where id = '${ids.northAdmin}'`;
    expect(await outcome(world.admin.query(long))).toBe("23514");
  });
});

test("masks show that there is a PIN or a password, not how long it is", async () => {
  const client = await world.enter(system);
  await client.query(
    `insert into controller_users (id, controller_id, first_name, last_name, pin) values ('${ids.direct}', '${ids.shared}', 'A', 'B', '${encrypted("86420")}')`,
  );
  await client.query(
    `insert into weekly_codes (id, code, week_number, year, valid_from, valid_to) values ('${ids.week}', '${encrypted("864209")}', 53, 2026, now(), now() + interval '1 day')`,
  );
  const masks = await one(
    client,
    `select (select display_value from credentials where id = '${ids.annaPin}') as pin, (select display_value from credentials where id = '${ids.annaCar}') as plate,
       (select pin_mask from controller_users where id = '${ids.direct}') as direct, (select code_mask from weekly_codes where id = '${ids.week}') as week,
       (select password_mask from controllers where id = '${ids.shared}') as password`,
  );
  await client.query("rollback");
  client.release();
  expect(masks).toEqual({ pin: "••••", plate: "ABC 123", direct: "••••", week: "••••", password: "********" });
});

test("an encrypted password is taken from the engine, and from no portal role", async () => {
  const update = `update controllers set password_encrypted = '${ENCRYPTED_TEXT}' where id = '${ids.shared}'`;
  expect([await tried(world, engine, update), await tried(world, system, update)]).toEqual(["ok", "42501"]);
});
