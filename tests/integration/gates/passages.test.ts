// Tests that a gate opens at most once for a car and never late, over HTTP, with the real database and a simulated LPR server.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type AxxonSimulator, startAxxonSimulator } from "#simulators/axxon/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { postPlate, type WebhookAccount, webhookAccount } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { nothingComes } from "#tests/support/pace.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";
import { UNDER_WAY } from "#tests/support/under-way.ts";

let portal: TestPortal;
let world: MainWorld;
let account: WebhookAccount;
let plates = 0;

const answer = z.object({ granted: z.boolean(), reason: z.string(), log_id: z.string() });

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  account = await webhookAccount(world.system, world.gateId);
});

afterAll(async () => {
  await portal.close();
});

beforeEach(async () => {
  await stepUpAgain(portal.admin);
  portal.axxon.faults.clear();
  await expect.poll(async () => (await portal.admin.query(UNDER_WAY)).rowCount).toBe(0);
});

/** Each test has its own plate, so that repeat windows do not overlap. */
async function personWithPlate(): Promise<string> {
  plates += 1;
  const plate = `MLB${String(plates).padStart(2, "0")}T`;
  await world.savePerson({ firstName: "Test", lastName: `Bil ${plates}`, plate });
  return plate;
}

async function read(plate: string, gateId = world.gateId): Promise<z.infer<typeof answer>> {
  const response = await postPlate(portal.url, { gateId, plate, account });
  expect(response.status).toBe(200);
  return answer.parse(await response.json());
}

async function logged(id: string) {
  const { rows } = await portal.admin.query(
    "select access_granted, access_reason, macro_executed, opened, duplicate_of from access_logs where id = $1",
    [id],
  );
  return rows[0];
}

const openedFor = (before: number) => portal.axxon.openings.length - before;

// Covers: fault.7
test("forty reads of one plate at once open the gate once, and every read is logged", async () => {
  const plate = await personWithPlate();
  const before = portal.axxon.openings.length;
  const answers = await Promise.all(Array.from({ length: 40 }, () => read(plate)));
  expect(answers.every((one) => one.granted)).toBe(true);
  await portal.axxon.openedTimes(before + 1);
  const { rows } = await portal.admin.query<{ opened: boolean; duplicate_of: string | null }>(
    "select opened, duplicate_of from access_logs where plate_number = $1",
    [plate],
  );
  expect(rows).toHaveLength(40);
  expect(rows.filter((row) => row.opened)).toHaveLength(1);
  expect(rows.filter((row) => row.duplicate_of !== null)).toHaveLength(39);
  await nothingComes(300);
  expect(openedFor(before)).toBe(1);
});

// Covers: 7.15
test("the decision is committed and answered before the gate is called", async () => {
  const plate = await personWithPlate();
  const before = portal.axxon.openings.length;
  const release = portal.axxon.faults.hold();
  const { log_id } = await read(plate);
  expect(openedFor(before)).toBe(0);
  expect(await logged(log_id)).toMatchObject({ access_granted: true, opened: true, macro_executed: null });
  release();
  await portal.axxon.openedTimes(before + 1);
  await expect.poll(async () => (await logged(log_id)).macro_executed).toBe(true);
});

test("a gate that refuses is logged as not executed, and nobody asks twice", async () => {
  const plate = await personWithPlate();
  portal.axxon.faults.add({ kind: "status", status: 500 }, { on: /macro\/execute/ });
  const asked = portal.axxon.requests.total();
  const { log_id } = await read(plate);
  await expect.poll(async () => (await logged(log_id)).macro_executed).toBe(false);
  expect(portal.axxon.requests.total() - asked).toBeLessThanOrEqual(2);
});

test("a gate whose reply is lost after it opened stays unknown, and is not opened again", async () => {
  const plate = await personWithPlate();
  const before = portal.axxon.openings.length;
  portal.axxon.faults.once({ kind: "reset-after" }, /macro\/execute/);
  const { log_id } = await read(plate);
  await portal.axxon.openedTimes(before + 1);
  await nothingComes(500);
  expect(await logged(log_id)).toMatchObject({ macro_executed: null });
  expect(openedFor(before)).toBe(1);
  await portal.admin.query("delete from access_logs where id = $1", [log_id]);
});

test("a denied read never hinders the next one", async () => {
  const plate = await personWithPlate();
  expect(await read(`${plate.slice(0, 5)}X`)).toMatchObject({ granted: false, reason: "no_match" });
  expect(await read(plate)).toMatchObject({ granted: true });
});

test.each([
  ["disabled", "update credentials set enabled = false where plate_key = $1"],
  [
    "expired",
    "update credentials set valid_from = now() - interval '2 days', valid_to = now() - interval '1 second' where plate_key = $1",
  ],
  [
    "not_yet_valid",
    "update credentials set valid_from = now() + interval '1 hour', valid_to = now() + interval '1 day' where plate_key = $1",
  ],
  [
    "no_access_assignment",
    "delete from controller_assignments a using credentials c where c.id = a.credential_id and c.plate_key = $1",
  ],
])("a credential that is %s is denied with that reason from the same moment on", async (reason, change) => {
  const plate = await personWithPlate();
  await portal.server.deps.pools.engine.query(change, [plate]);
  expect(await read(plate)).toMatchObject({ granted: false, reason });
});

test("a plate of an organisation whose gate was taken away is denied, and let in once it is given back", async () => {
  const plate = await personWithPlate();
  const link = { organization_id: portal.accounts.nord.organizationId, controller_id: world.gateId };
  await world.system.from("organization_controllers").delete().match(link);
  expect(await read(plate)).toMatchObject({ granted: false, reason: "no_access_assignment" });
  await world.system.from("organization_controllers").insert(link);
  expect(await read(plate)).toMatchObject({ granted: true });
});

test("a gate that is switched off answers invalid configuration", async () => {
  const plate = await personWithPlate();
  await callFunction(world.system, "controller-manager", {
    action: "UPDATE",
    id: world.gateId,
    payload: { enabled: false },
  });
  expect(await read(plate)).toMatchObject({ granted: false, reason: "invalid_configuration" });
  await callFunction(world.system, "controller-manager", {
    action: "UPDATE",
    id: world.gateId,
    payload: { enabled: true },
  });
});

test("one gate's credentials speak for no other gate", async () => {
  const plate = await personWithPlate();
  const { body } = await callFunction(world.system, "controller-manager", {
    action: "CREATE",
    payload: {
      name: "En annan grind",
      device_type: "axxon_lpr",
      device_ip: portal.axxon.host,
      device_port: portal.axxon.port,
      username: "portal",
      password: "S3cret-pass",
      macro_id: "x",
    },
  });
  const { id } = z.object({ id: z.string() }).parse(body["controller"]);
  expect(await read(plate, id)).toMatchObject({ granted: false, reason: "gate_not_found" });
});

// Covers: fault.8
test("a delete that was acknowledged before the read arrived always denies", async () => {
  for (let round = 0; round < 20; round++) {
    const plate = await personWithPlate();
    const { data } = await world.nord.from("credentials").select("end_user_id").eq("credential_value", plate).single();
    const deleted = callFunction(world.nord, "end-user-manager", { action: "DELETE", id: data?.end_user_id });
    const during = read(plate);
    expect((await deleted).status).toBe(200);
    expect(await read(plate)).toMatchObject({ granted: false, reason: "no_match" });
    await during;
  }
});

test("when the database is away the read is refused with 503 and the gate stays shut", async () => {
  const plate = await personWithPlate();
  const before = portal.axxon.openings.length;
  // Applies to this database only, because the cluster and its roles are shared. A superuser still gets in.
  await portal.admin.query(`alter database ${portal.database.name} connection limit 0`);
  await portal.admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'authenticator'",
  );
  const one = { gateId: world.gateId, plate, account };
  const response = await postPlate(portal.url, one);
  await portal.admin.query(`alter database ${portal.database.name} connection limit -1`);
  expect(response.status).toBe(503);
  expect(openedFor(before)).toBe(0);
  await expect.poll(async () => (await postPlate(portal.url, one)).status).toBe(200);
});

test("an LPR server that takes only tokens is opened too", async () => {
  const one3: AxxonSimulator = await startAxxonSimulator({ profile: "one3" });
  const moveTo = async ({ host, port }: { host: string; port: number }) => {
    const payload = { device_ip: host, device_port: port, password: "S3cret-pass" };
    const moved = await callFunction(world.system, "controller-manager", {
      action: "UPDATE",
      id: world.gateId,
      payload,
    });
    expect(moved.body["success"]).toBe(true);
  };
  await moveTo(one3);
  const plate = await personWithPlate();
  expect(await read(plate)).toMatchObject({ granted: true });
  await one3.openedTimes(1);
  await moveTo(portal.axxon);
  await one3.close();
});

describe("the credentials of the webhook", () => {
  const readings = async () => {
    const { rows } = await portal.admin.query(
      "select actor, subject_id from audit where action = 'webhook_credentials_read' order by at, id",
    );
    return rows;
  };
  const show = async (client: MainWorld["system"], query: string) => {
    const { data, error } = await client.functions.invoke<{ username: string; password: string }>(
      `get-webhook-credentials${query}`,
      { method: "GET" },
    );
    return { data, status: error === null ? 200 : z.instanceof(Response).parse(error.context).status };
  };

  // Covers: admin.9
  test("are shown to a system admin alone, and every reading is in the audit", async () => {
    const before = await readings();
    const actor = portal.accounts.system.userId;
    expect((await show(world.system, `?controller_id=${world.gateId}`)).status).toBe(200);
    expect((await show(world.system, `?controller_id=${world.gateId}`)).status).toBe(200);
    expect((await show(world.system, "")).status).toBe(200);
    expect((await show(await signedInClient(portal.url, portal.accounts.nord), "")).status).toBe(403);
    expect(
      (await show(await signedInClient(portal.url, portal.accounts.nord), `?controller_id=${world.gateId}`)).status,
    ).toBe(403);
    expect((await fetch(`${portal.url}/functions/v1/get-webhook-credentials`)).status).toBe(401);
    expect((await readings()).slice(before.length)).toEqual([
      { actor, subject_id: world.gateId },
      { actor, subject_id: world.gateId },
      { actor, subject_id: null },
    ]);
  });

  // Covers: admin.9
  test("for the whole installation go on working beside the gates' own, and are the same at every reading", async () => {
    const shared = await webhookAccount(world.system);
    expect(await webhookAccount(world.system)).toEqual(shared);
    const plate = await personWithPlate();
    const response = await postPlate(portal.url, { gateId: world.gateId, plate, account: shared });
    expect(answer.parse(await response.json())).toMatchObject({ granted: true });
  });
});

describe("a rotated webhook password", () => {
  /** Uses a separate gate, because reads at the others use their given passwords. */
  let gate: string;
  const rotate = async (more: object = {}) => {
    const answer = await callFunction(world.system, "controller-manager", {
      action: "ROTATE_WEBHOOK",
      id: gate,
      ...more,
    });
    const made = z.object({ password: z.string() }).safeParse(answer.body).data;
    return { ...answer, password: made?.password ?? "" };
  };
  const ask = async (password: string) =>
    (await postPlate(portal.url, { gateId: gate, plate: "ABC123", account: { username, password } })).status;
  const showCredentials = () =>
    world.system.functions.invoke(`get-webhook-credentials?controller_id=${gate}`, { method: "GET" });
  const readCredentials = async () =>
    z
      .object({
        username: z.string(),
        password: z.string(),
        overlap: z
          .object({ until: z.string(), old_used_at: z.string().nullable(), new_used_at: z.string().nullable() })
          .nullish(),
      })
      .parse((await showCredentials()).data);
  let username: string;
  /** Returns the method by which the system admin signed in. */
  const signedInBy = (method: string, { level = "aal1", secondsAgo = 0 } = {}) =>
    portal.admin.query(
      `update auth.sessions set aal = $2, amr = jsonb_build_array(jsonb_build_object('method', $3::text,
         'timestamp', floor(extract(epoch from now()))::bigint - $4::int)) where user_id = $1`,
      [portal.accounts.system.userId, level, method, secondsAgo],
    );

  beforeAll(async () => {
    const { body } = await callFunction(world.system, "controller-manager", {
      action: "CREATE",
      payload: {
        name: "En grind med nytt lösenord",
        device_type: "axxon_lpr",
        device_ip: portal.axxon.host,
        device_port: portal.axxon.port,
        username: "portal",
        password: "S3cret-pass",
        macro_id: "x",
      },
    });
    gate = z.object({ id: z.string() }).parse(body["controller"]).id;
    username = (await readCredentials()).username;
  });
  afterEach(() => signedInBy("password"));

  // Covers: admin.10
  test("lets the old one in beside the new one, says which is used, and ends the old one when asked", async () => {
    const old = (await readCredentials()).password;
    const { password } = await rotate();
    expect(password).not.toBe(old);
    expect(await ask(old)).toBe(200);
    expect(await ask("gissning")).toBe(401);
    await expect.poll(async () => (await readCredentials()).overlap?.old_used_at ?? null).not.toBeNull();
    const during = await readCredentials();
    expect(during.password).toBe(password);
    expect(during.overlap?.new_used_at).toBeNull();
    expect(Date.parse(during.overlap?.until ?? "") - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(await ask(password)).toBe(200);
    await expect.poll(async () => (await readCredentials()).overlap?.new_used_at ?? null).not.toBeNull();
    await callFunction(world.system, "controller-manager", { action: "END_WEBHOOK_OVERLAP", id: gate });
    expect(await ask(old)).toBe(401);
    expect(await ask(password)).toBe(200);
    expect((await readCredentials()).overlap).toBeNull();
  });

  test("ends the old one by the clock, at once, or with the first read that brings the new one", async () => {
    const { password: first } = await readCredentials();
    const { password: second } = await rotate();
    const { rowCount } = await portal.admin.query(
      "update controllers set webhook_previous_until = now() - interval '1 second' where id = $1",
      [gate],
    );
    expect(rowCount).toBe(1);
    expect(await ask(first)).toBe(401);

    const { password: third } = await rotate({ overlap_hours: 0 });
    expect(await ask(second)).toBe(401);
    expect(await ask(third)).toBe(200);
  });

  // Covers: admin.10
  test("is refused without a fresh step-up, as the reading is, and shows no secret in the audit", async () => {
    const passwords = [await rotate(), await rotate()].map(({ password }) => password);
    await signedInBy("password", { secondsAgo: 301 });
    const refused = await rotate();
    expect(refused).toMatchObject({ status: 403, body: { code: "reauthentication_needed" } });
    expect((await showCredentials()).error).not.toBeNull();
    const { rows } = await portal.admin.query<{ text: string }>(
      "select audit::text as text from audit where subject_id = $1 and action = 'controllers.update'",
      [gate],
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const { text } of rows) {
      expect(text).not.toMatch(/p1:|[0-9a-f]{64}/);
      for (const password of passwords) expect(text).not.toContain(password);
    }
  });

  test("asks for the second factor where the account has one: a fresh password is not enough", async () => {
    const { userId } = portal.accounts.system;
    await portal.admin.query(
      "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')",
      [userId],
    );
    await signedInBy("password", { level: "aal2" });
    expect((await rotate()).status).toBe(403);
    await signedInBy("totp", { level: "aal2" });
    const { password: old } = await readCredentials();
    const { password } = await rotate({ end_on_first_use: true });
    expect(await ask(old)).toBe(200);
    expect(await ask(password)).toBe(200);
    await expect.poll(() => ask(old)).toBe(401);
    await portal.admin.query("delete from auth.mfa_factors where user_id = $1", [userId]);
  });
});
