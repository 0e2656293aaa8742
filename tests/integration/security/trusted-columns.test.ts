// A hijacked session must not change what the portal trusts: gate passwords, device certificates, device addresses.
import { createHash } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { relayPreset } from "#contract/relay-presets.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { type RelaySimulator, startRelaySimulator } from "#simulators/relay/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { postPlate } from "#tests/support/gate-calls.ts";
import { untilInStep } from "#tests/support/in-step.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

let portal: TestPortal;
let world: MainWorld;
/** The attacker's device, on an address the portal may call. */
let thief: AxisSimulator;
beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  await untilInStep(portal); // The first run writes down what the device is.
  thief = await startAxisSimulator({ doors: 1 });
});
afterAll(async () => {
  await thief.close();
  await portal.close();
});
beforeEach(() => steppedUp(0));

const steppedUp = (secondsAgo: number) =>
  portal.admin.query(
    `update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password',
       'timestamp', floor(extract(epoch from clock_timestamp()))::bigint - $1::int))`,
    [secondsAgo],
  );
const OLD = 301;

const manage = (body: object) => callFunction(world.system, "controller-manager", body);
const rowOf = async (id: string) => (await portal.admin.query("select * from controllers where id = $1", [id])).rows[0];
const kept = async (id: string) => ({ ...(await rowOf(id)), last_sync: null });
const digest = (password: string) => createHash("sha256").update(password).digest("hex");
const webhook = async (username: string, password: string) =>
  (await postPlate(portal.url, { gateId: world.gateId, plate: "MLB84A", account: { username, password } })).status;

describe("a table call, however fresh the session,", () => {
  const HIDDEN = "ett dolt andra lösenord";
  const columns: [string, Record<string, unknown>][] = [
    ["a gate's password", { webhook_hash: digest(HIDDEN) }],
    ["a gate's user name", { webhook_user: "min-egen" }],
    ["the text that shows it", { webhook_secret: `p1:test:${"A".repeat(40)}` }],
    ["a second password until 2099", { webhook_previous_hash: digest(HIDDEN), webhook_previous_until: "2099-01-01" }],
    ["the end of an overlap", { webhook_previous_until: "2099-01-01" }],
    ["when it was changed", { webhook_rotated_at: "2020-01-01" }],
    ["the pinned certificate", { cert_sha256: "0".repeat(64) }],
    ["no pinned certificate", { cert_sha256: null }],
    ["that a certificate was accepted", { cert_accepted_at: "2026-01-01" }],
    ["whose certificate it is", { cert_subject: "min egen" }],
    ["how long a certificate lasts", { cert_valid_to: "2099-01-01" }],
    ["what the device is", { model: "A1601" }],
    ["what the device runs", { firmware: "99.9" }],
    ["that the device counts whole days", { whole_days: true }],
    ["that the device keeps hours", { keeps_hours: true }],
    ["which store the device writes to", { device_system: ["min egen"] }],
    ["that the device shares its store", { shares_system_with: null }],
    ["that the macro is on", { disabled_macro_id: null }],
    ["that the macro is there", { missing_macro_id: null }],
    ["that the camera's clock is right", { push_skew_ms: 0 }],
    ["that no call was refused", { refused_at: null, refused_cause: null }],
    ["that plain HTTP is allowed", { allow_plain_http: true }],
    ["that an old TLS is allowed", { allow_old_tls: true }],
    ["which TLS the device speaks", { tls_version: "TLSv1.3" }],
    ["the device's password", { password_encrypted: "mitt eget" }],
    ["the device's password in the other spelling", { password: "mitt eget" }],
  ];

  test.each(columns)("does not write %s", async (_what, change) => {
    const before = await kept(world.gateId);
    const patch = await world.system.from("controllers").update(change).eq("id", world.gateId);
    const { name, device_type, device_ip, organization_id } = before;
    const upserted = { id: world.gateId, name, device_type, device_ip, organization_id, ...change };
    const upsert = await world.system.from("controllers").upsert(upserted);
    const insert = await world.system
      .from("controllers")
      .insert([{ name: "Ny", device_type, device_ip, organization_id, ...change }]);
    expect([patch, upsert, insert].map(({ error }) => error !== null)).toEqual([true, true, true]);
    expect(await kept(world.gateId)).toEqual(before);
    const { rowCount } = await portal.admin.query("select from controllers where name = 'Ny'");
    expect(rowCount).toBe(0);
  });

  test("makes no password that opens the gate", async () => {
    const { webhook_user: user } = await rowOf(world.gateId);
    await world.system
      .from("controllers")
      .update({ webhook_previous_hash: digest(HIDDEN), webhook_previous_until: "2099-01-01" })
      .eq("id", world.gateId);
    await world.system
      .from("controllers")
      .update({ webhook_hash: digest(HIDDEN) })
      .eq("id", world.gateId);
    expect(await webhook(user, HIDDEN)).toBe(401);
  });

  test("sets no receiver of alerts up, nor changes its address or secret", async () => {
    const encrypted = `p1:test:${"A".repeat(40)}`;
    const added = await callFunction(world.system, "alert-control", {
      action: "ADD_WEBHOOK",
      name: "Jour",
      url: `http://127.0.0.1:${thief.port}/larm`,
    });
    const id = String(added.body["webhook_id"]);
    const stored = async () =>
      (await portal.admin.query("select name, origin, encrypted_url, signing_secret from alert_webhooks")).rows;
    const before = await stored();
    expect(before).toHaveLength(1);
    const answers = [
      await world.system.from("alert_webhooks").update({ encrypted_url: encrypted }).eq("id", id),
      await world.system.from("alert_webhooks").update({ signing_secret: encrypted }).eq("id", id),
      await world.system.from("alert_webhooks").update({ origin: "https://annan.example" }).eq("id", id),
      await world.system
        .from("alert_webhooks")
        .insert({ name: "Min", origin: "https://min.example", encrypted_url: encrypted, signing_secret: encrypted }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await stored()).toEqual(before);
    expect(
      await callFunction(world.system, "alert-control", { action: "ROTATE_WEBHOOK_SECRET", webhook_id: id }),
    ).toMatchObject({ status: 200 });
    expect((await stored())[0].signing_secret).not.toBe(before[0].signing_secret);
  });
});

describe("an old session", () => {
  beforeEach(() => steppedUp(OLD));

  test("changes neither the account at a device nor which macro opens the gate, by table or function", async () => {
    const before = await kept(world.gateId);
    for (const change of [{ username: "annan" }, { macro_id: "en-annan-grinds" }]) {
      const patch = await world.system.from("controllers").update(change).eq("id", world.gateId);
      expect(patch).toMatchObject({ status: 403, error: { code: "reauthentication_needed" } });
      expect(await manage({ action: "UPDATE", id: world.gateId, payload: change })).toMatchObject({
        status: 403,
        body: { code: "reauthentication_needed" },
      });
    }
    expect(await kept(world.gateId)).toEqual(before);
  });

  test.each<[string, () => object]>([
    [
      "accepts no certificate",
      () => ({ action: "TRUST_CERTIFICATE", id: world.controllerId, fingerprint: "a".repeat(64) }),
    ],
    [
      "allows no device an old TLS",
      () => ({ action: "ALLOW_OLD_TLS", id: world.controllerId, fingerprint: "a".repeat(64) }),
    ],
    ["ends no such permission either", () => ({ action: "FORBID_OLD_TLS", id: world.controllerId })],
    [
      "makes no controller that speaks an old TLS",
      () => ({
        action: "CREATE",
        payload: {
          name: "Gammal",
          device_type: "axis",
          device_ip: thief.url,
          device_port: thief.port,
          username: "portal",
          password: "S3cret-pass",
          fingerprint: "a".repeat(64),
          allow_old_tls: true,
        },
      }),
    ],
    ["makes no new password of a gate", () => ({ action: "ROTATE_WEBHOOK", id: world.gateId })],
    [
      "sets up no camera",
      () => ({ action: "SET_UP_PUSH", id: world.gateId, portal: `http://127.0.0.1:${thief.port}` }),
    ],
    ["ends no overlap", () => ({ action: "END_WEBHOOK_OVERLAP", id: world.gateId })],
  ])("%s", async (_what, body) => {
    expect(await manage(body())).toMatchObject({ status: 403, body: { code: "reauthentication_needed" } });
  });

  test("sets no receiver of alerts up, and gets no new secret of one", async () => {
    const receivers = async () => (await portal.admin.query("select * from alert_webhooks order by id")).rows;
    const before = await receivers();
    for (const body of [
      { action: "ADD_WEBHOOK", name: "Min", url: `http://127.0.0.1:${thief.port}/larm` },
      { action: "ROTATE_WEBHOOK_SECRET", webhook_id: before[0]?.id ?? world.gateId },
    ])
      expect(await callFunction(world.system, "alert-control", body)).toMatchObject({
        status: 403,
        body: { code: "reauthentication_needed" },
      });
    expect(await receivers()).toEqual(before);
  });

  test("takes no other device for the right one", async () => {
    const before = await kept(world.controllerId);
    expect(before.cert_sha256).not.toBeNull();
    expect(
      await callFunction(world.system, "sync-control", { action: "REBUILD", controller_id: world.controllerId }),
    ).toMatchObject({ status: 403, body: { code: "reauthentication_needed" } });
    expect(await kept(world.controllerId)).toEqual(before);
  });

  test("writes no trusted column through a function of the database either", async () => {
    const client = await portal.admin.connect();
    try {
      const { rows } = await client.query("select id from auth.sessions where user_id = $1 limit 1", [
        portal.accounts.system.userId,
      ]);
      await client.query("begin");
      await client.query("select private.enter($1, $2)", [rows[0].id, portal.accounts.system.userId]);
      for (const allowed of [
        () =>
          client.query("select private.update_controller($1, $2)", [
            world.controllerId,
            JSON.stringify({ allow_old_tls: true, cert_sha256: "a".repeat(64) }),
          ]),
        () =>
          client.query("select private.insert_controller($1)", [
            JSON.stringify({
              id: crypto.randomUUID(),
              name: "Gammal",
              device_type: "axis",
              device_ip: "192.0.2.9",
              organization_id: portal.accounts.nord.organizationId,
              cert_sha256: "a".repeat(64),
              allow_old_tls: true,
            }),
          ]),
      ]) {
        await client.query("savepoint tried");
        await expect(allowed()).rejects.toMatchObject({ constraint: "step_up_needed" });
        await client.query("rollback to savepoint tried");
      }
      await expect(
        client.query("select private.rotate_webhook($1, $2, $3, 24, false)", [
          world.gateId,
          digest("x"),
          `p1:test:${"A".repeat(40)}`,
        ]),
      ).rejects.toMatchObject({ constraint: "step_up_needed" });
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});

describe("a device that is moved", () => {
  const elsewhere = () => ({ device_ip: thief.url, device_port: thief.port });
  const update = (payload: object) => manage({ action: "UPDATE", id: world.controllerId, payload });
  const byTable = () => world.system.from("controllers");
  const base = async () => {
    const { name, device_type, organization_id } = await rowOf(world.controllerId);
    return { id: world.controllerId, name, device_type, organization_id };
  };

  // Covers: admin.12
  test.each<[string, number, () => Promise<{ status: number }>]>([
    ["UPDATE without the password, in a fresh session", 0, () => update(elsewhere())],
    ["UPDATE with the mask", 0, () => update({ ...elsewhere(), password: "********" })],
    ["UPDATE of the port alone", 0, () => update({ device_port: thief.port })],
    ["UPDATE of the scheme alone", 0, () => update({ device_ip: thief.url.replace("https:", "http:") })],
    ["UPDATE with the password, in an old session", OLD, () => update({ ...elsewhere(), password: "S3cret-pass" })],
    ["UPDATE without it, in an old session", OLD, () => update(elsewhere())],
    ["PATCH of the row", 0, async () => byTable().update(elsewhere()).eq("id", world.controllerId)],
    ["PATCH of every row", OLD, async () => byTable().update(elsewhere()).neq("name", "")],
    [
      "PATCH with a password",
      0,
      async () =>
        byTable()
          .update({ ...elsewhere(), password: "x" })
          .eq("id", world.controllerId),
    ],
    ["upsert", 0, async () => byTable().upsert({ ...(await base()), ...elsewhere() })],
    ["upsert of several", OLD, async () => byTable().upsert([{ ...(await base()), ...elsewhere() }])],
  ])("by %s is refused, and its password goes nowhere", async (_path, age, move) => {
    const before = await kept(world.controllerId);
    const asked = thief.requests.counts();
    await steppedUp(age);
    const { status } = await move();
    expect([400, 403]).toContain(status);
    expect(await kept(world.controllerId)).toEqual(before);
    await steppedUp(0);
    await callFunction(world.system, "axis-proxy", { action: "TEST_CONNECTION", controller_id: world.controllerId });
    expect(thief.requests.counts()).toEqual(asked);
  });

  test("says what it wants: the password at its field, or the person again", async () => {
    expect(await update(elsewhere())).toMatchObject({
      status: 400,
      body: { code: "invalid_body", field: "password", error: expect.stringMatching(/^Skriv lösenordet igen/) },
    });
    await steppedUp(OLD);
    expect(await update({ ...elsewhere(), password: "S3cret-pass" })).toMatchObject({
      status: 403,
      body: { code: "reauthentication_needed" },
    });
    const patch = await byTable().update(elsewhere()).eq("id", world.controllerId);
    expect(patch).toMatchObject({ status: 400, error: { message: expect.stringMatching(/^Skriv lösenordet igen/) } });
  });

  test("keeps everything else changeable, in an old session and without a password", async () => {
    await steppedUp(OLD);
    const { name, device_ip, device_port } = await rowOf(world.controllerId);
    expect(await update({ name: "Garage Kajen 2", device_ip, device_port })).toMatchObject({ status: 200 });
    expect((await byTable().update({ name }).eq("id", world.controllerId)).error).toBeNull();
  });

  test("an address typed beside a stored controller is not what its password is tried at", async () => {
    const asked = thief.requests.counts();
    for (const password_encrypted of ["", "********"])
      await callFunction(world.system, "axis-proxy", {
        action: "TEST_CONNECTION",
        controller_id: world.controllerId,
        username: "portal",
        password_encrypted,
        ...elsewhere(),
      });
    expect(
      await callFunction(world.system, "axis-proxy", {
        action: "TEST_CONNECTION",
        username: "portal",
        password_encrypted: "********",
        ...elsewhere(),
      }),
    ).toMatchObject({ status: 400 });
    expect(thief.requests.counts()).toEqual(asked);
  });

  test("moves with the password typed by somebody who re-authenticated, and gets that one", async () => {
    const { device_ip, device_port } = await rowOf(world.controllerId);
    expect(await update({ ...elsewhere(), password: "S3cret-pass" })).toMatchObject({ status: 200 });
    expect(await rowOf(world.controllerId)).toMatchObject({ ...elsewhere(), cert_sha256: null });
    expect(await update({ device_ip, device_port, password: "S3cret-pass" })).toMatchObject({ status: 200 });
  });
});

describe("a relay's request", () => {
  const saved = relayPreset("2n");
  let relay: RelaySimulator;
  let id: string;
  beforeAll(async () => {
    relay = await startRelaySimulator({ brand: "2n" });
    const account = { username: "portal", password: "S3cret-pass" };
    const device = { device_type: "http_relay", device_ip: relay.host, device_port: relay.port };
    const { body } = await manage({
      action: "CREATE",
      payload: { name: "Grind vid porttelefonen", ...device, ...account, relay_request: saved },
    });
    ({ id } = z.object({ controller: z.object({ id: z.string() }) }).parse(body).controller);
  });
  afterAll(() => relay.close());

  const save = (relay_request: object, more: object = {}) =>
    manage({ action: "UPDATE", id, payload: { relay_request, ...more } });
  const tryOut = (relay_request: object) =>
    callFunction(world.system, "axxon-proxy", { action: "TEST_CONNECTION", controller_id: id, relay_request });
  const AGAIN = { status: 403, body: { code: "reauthentication_needed" } };
  const PASSWORD = { status: 400, body: { code: "invalid_body", field: "password" } };
  const account = "/admin?user=ny&password=min";

  // An old session can neither send another request with the stored password nor have the password shown.
  test.each<[string, object]>([
    ["an opening that makes an account", { path: account }],
    ["a test address that makes one", { probe: account }],
    ["a test address that opens", { method: "PUT", probe: saved.path }],
  ])("that is %s is neither saved nor tried in an old session", async (_what, change) => {
    await steppedUp(OLD);
    const asked = relay.requests.counts();
    expect(await save({ ...saved, ...change })).toMatchObject(AGAIN);
    expect(await tryOut({ ...saved, ...change })).toMatchObject(AGAIN);
    expect((await rowOf(id)).relay_request).toEqual(saved);
    expect(relay.requests.counts()).toEqual(asked);
  });

  test.each<[string, object]>([
    ["as a token", { sign_in: "bearer" }],
    ["in a header", { headers: [{ name: "X-Key", value: "{password}" }] }],
  ])("that sends the password %s wants it typed, however fresh the session", async (_what, change) => {
    const asked = relay.requests.counts();
    expect(await save({ ...saved, ...change })).toMatchObject(PASSWORD);
    expect(await tryOut({ ...saved, ...change })).toMatchObject(PASSWORD);
    expect((await rowOf(id)).relay_request).toEqual(saved);
    expect(relay.requests.counts()).toEqual(asked);
    expect(await save({ ...saved, ...change }, { password: "S3cret-pass" })).toMatchObject({ status: 200 });
    expect(await save(saved, { password: "S3cret-pass" })).toMatchObject({ status: 200 });
  });

  test("that leads out of the address's own path is no request", async () => {
    for (const path of ["/../annan", "/a/%2e%2E/b", "/a/..\\b", "/{unit}/b"])
      for (const change of [{ path }, { probe: path }])
        expect(await save({ ...saved, unit: "..", ...change })).toMatchObject({ status: 400 });
  });

  test("that is tried before it is saved is in the event log, and the stored one is tried in an old session", async () => {
    const tried = async () =>
      (await portal.admin.query("select 1 from audit where action = 'relay_request_tried' and subject_id = $1", [id]))
        .rowCount ?? 0;
    const before = await tried();
    expect(await tryOut({ ...saved, probe: "/api/nothing" })).toMatchObject({ status: 200 });
    expect(await tried()).toBe(before + 1);
    await steppedUp(OLD);
    expect(await tryOut(saved)).toMatchObject({ status: 200 });
    expect(await save(saved, { name: "Grinden vid porttelefonen" })).toMatchObject({ status: 200 });
    expect(await tried()).toBe(before + 1);
  });
});

test("a plate that is put on a gate's list by hand is in the event log, though no row says so", async () => {
  await portal.admin.query("update controllers set list_sync = true where id = $1", [world.gateId]);
  const body = { action: "ADD_VEHICLE", controller_id: world.gateId, plateNumber: "utl 001" };
  expect(await callFunction(world.system, "axxon-proxy", body)).toMatchObject({ status: 200 });
  const { rows } = await portal.admin.query(
    "select subject_id, after from audit where action = 'plate_put_on_list' and actor = $1",
    [portal.accounts.system.userId],
  );
  expect(rows).toMatchObject([{ subject_id: world.gateId, after: { plate: "UTL001" } }]);
  await portal.admin.query("update controllers set list_sync = false where id = $1", [world.gateId]);
});

test("an anonymous caller writes nothing of it", async () => {
  const nobody = createClient(portal.url, "portal", { auth: { persistSession: false } });
  expect((await nobody.from("controllers").update({ device_ip: "192.0.2.1" }).neq("name", "")).status).toBe(401);
});
