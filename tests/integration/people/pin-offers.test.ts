// A proposed PIN is free to save only at its controller. Otherwise proposals at an empty door would be free questions elsewhere.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { encryptCredentialPin } from "#server/people/encrypt.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";

let portal: TestPortal;
let token: string;

beforeAll(async () => {
  portal = await startTestPortal();
  const client = await signedInClient(portal.url, portal.accounts.syd);
  token = (await client.auth.getSession()).data.session?.access_token ?? "";
});
afterAll(() => portal.close());

/** Makes a controller that both organisations use (switched off, so no device is asked), with a code of the north. */
async function sharedDoor(pin: string): Promise<string> {
  const [controller, door] = [randomUUID(), randomUUID()];
  const { nord, syd } = portal.accounts;
  const run = (sql: string, values: unknown[]) => portal.admin.query(sql, values);
  await run(
    "insert into controllers (id, name, device_type, device_ip, enabled, organization_id) values ($1::uuid, $1::text, 'axis', '192.0.2.9', false, $2)",
    [controller, nord.organizationId],
  );
  await run("insert into access_points (id, controller_id, name) values ($1, $2, 'Port')", [door, controller]);
  await run("insert into organization_controllers values ($1, $3), ($2, $3)", [
    nord.organizationId,
    syd.organizationId,
    controller,
  ]);
  await plant(door, pin);
  return door;
}

async function plant(door: string, pin: string): Promise<void> {
  const [person, credential] = [randomUUID(), randomUUID()];
  const run = (sql: string, values: unknown[]) => portal.admin.query(sql, values);
  await run("insert into end_users (id, organization_id, first_name, last_name) values ($1, $2, 'Nord', 'Bo')", [
    person,
    portal.accounts.nord.organizationId,
  ]);
  await run("insert into credentials (id, end_user_id, credential_type, credential_value) values ($1, $2, 'pin', $3)", [
    credential,
    person,
    encryptCredentialPin(portal.server.deps.keys, credential, pin),
  ]);
  await run(
    "insert into controller_assignments (credential_id, controller_id, access_point_id) select $1, controller_id, id from access_points where id = $2",
    [credential, door],
  );
}

async function manage(body: object): Promise<{ status: number; text: string }> {
  const reply = await fetch(`${portal.url}/functions/v1/end-user-manager`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: reply.status, text: await reply.text() };
}

async function propose(door: string): Promise<string> {
  const { text } = await manage({ action: "SUGGEST_PIN", access_point_ids: [door] });
  return z.object({ pin: z.string() }).parse(JSON.parse(text)).pin;
}

const save = (value: string, doors: string[]) =>
  manage({
    action: "CREATE",
    payload: {
      organization_id: portal.accounts.syd.organizationId,
      first_name: "Prov",
      last_name: "Provsson",
      pin: { value, validity_period: "12_months", access_point_ids: doors },
    },
  });

const check = (pin: string, doors: string[], more: object = {}) =>
  manage({
    action: "CHECK_PIN",
    organization_id: portal.accounts.syd.organizationId,
    pin,
    access_point_ids: doors,
    ...more,
  });

async function consumed(): Promise<number> {
  const { rows } = await portal.admin.query<{ n: number }>(
    "select coalesce(sum(rows), 0)::int as n from private.pin_attempts where quota_owner = $1",
    [portal.accounts.syd.organizationId],
  );
  return rows[0]?.n ?? Number.NaN;
}

test("a proposed PIN costs nothing at its own door, and some of the quota at another, taken or free", async () => {
  const [quiet, full] = [await sharedDoor("907351"), await sharedDoor("907352")];
  const [own, free, taken, both] = [
    await propose(quiet),
    await propose(quiet),
    await propose(quiet),
    await propose(quiet),
  ];
  await plant(full, taken);

  expect(await save(own, [quiet])).toMatchObject({ status: 200 });
  expect(await consumed()).toBe(0);
  expect(await save(free, [full])).toMatchObject({ status: 200 });
  expect(await consumed()).toBe(1);
  const reported = await save(taken, [full]);
  expect(reported.text).toContain("pin_in_use");
  expect(await consumed()).toBe(2);
  expect(await save(both, [quiet, full])).toMatchObject({ status: 200 });
  expect(await consumed()).toBe(3);
});

test("a check while typing costs what a save costs, whatever it says; the save after it costs nothing more", async () => {
  const door = await sharedDoor("907353");
  const before = await consumed();
  expect((await check("907353", [door])).text).toContain("pin_in_use");
  expect(await consumed()).toBe(before + 1);
  expect(await check("735916", [door])).toMatchObject({ status: 200 });
  expect(await consumed()).toBe(before + 2);
  // A second check is charged again, because it would reveal the PIN's new owner.
  expect(await check("735916", [door])).toMatchObject({ status: 200 });
  expect(await consumed()).toBe(before + 3);
  expect(await save("735916", [door])).toMatchObject({ status: 200 });
  expect(await consumed()).toBe(before + 3);
  expect((await check("1234", [door])).text).toContain("trivial_pin");
  expect(await consumed()).toBe(before + 3);

  await portal.admin.query(
    "insert into private.pin_attempts (quota_owner, organization_id, rows, reported) values ($1, $1, 30, false)",
    [portal.accounts.syd.organizationId],
  );
  expect((await check("735923", [door])).text).toContain("pin_attempts_used_up");
  const { rows } = await portal.admin.query(
    "select count(*)::int as n from audit where action = 'pin_attempts_used_up' and organization_id = $1",
    [portal.accounts.syd.organizationId],
  );
  expect(rows).toEqual([{ n: 1 }]);
  await portal.admin.query("delete from private.pin_attempts where quota_owner = $1", [
    portal.accounts.syd.organizationId,
  ]);
});

test("a check tells of the own organisation's doors only, and costs a digit search where it is alone", async () => {
  const { nord, syd } = portal.accounts;
  const door = await sharedDoor("907354");
  await portal.admin.query(
    "delete from organization_controllers where organization_id = $1 and controller_id = (select controller_id from access_points where id = $2)",
    [syd.organizationId, door],
  );
  const before = await consumed();
  expect(await check("907354", [door])).toMatchObject({ status: 200 });
  expect((await check("907354", [door], { organization_id: nord.organizationId })).status).toBe(403);
  expect(await consumed()).toBe(before);
  let refused = "";
  for (let pin = 640_200; refused === "" && pin < 640_400; pin++) {
    const { status, text } = await check(String(pin), [door]);
    if (status !== 200) refused = text;
  }
  expect(refused).toContain("rate_limited");
});
