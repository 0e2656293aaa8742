// Setting up a camera: it then pushes with the gate's account, sends heartbeats, and keeps the plates let in.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import { platePushReply } from "#contract/functions/plate-push.ts";
import { relayPreset } from "#contract/relay-presets.ts";
import { type LpvSimulator, startLpvSimulator } from "#simulators/axis-lpv/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { addCameraGate, pushUrl } from "#tests/support/camera-gate.ts";
import { callFunction } from "#tests/support/client.ts";
import type { WebhookAccount } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";

let portal: TestPortal;
let world: MainWorld;
let device: LpvSimulator;
let id: string;
let account: WebhookAccount;

const manage = (body: object) => callFunction(world.system, "controller-manager", body);
const setUp = () => manage({ action: "SET_UP_PUSH", id, portal: portal.url });

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  device = await startLpvSimulator();
  ({ id, account } = await addCameraGate(portal, world.system, { name: "Infart med kamera", device }));
  device.camera.setWebhook(null);
});
afterAll(async () => {
  await device.close();
  await portal.close();
});
beforeEach(() => stepUpAgain(portal.admin));

async function savePerson(lastName: string, plate: string): Promise<void> {
  const saved = await callFunction(world.nord, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: portal.accounts.nord.organizationId,
      first_name: "Test",
      last_name: lastName,
      vehicle: { plate_number: plate, vehicle_type: "Personbil", validity_period: "12_months", controller_ids: [id] },
    },
  });
  expect(saved.status).toBe(200);
}
async function deletePerson(lastName: string): Promise<void> {
  expect((await portal.admin.query("delete from end_users where last_name = $1", [lastName])).rowCount).toBe(1);
}

test("a camera set up by the portal pushes openings and heartbeats, and the audit has no secret", async () => {
  const { rows: began } = await portal.admin.query<{ at: string }>("select clock_timestamp()::text as at");
  expect(device.camera.webhook).toBeNull();
  const reply = await setUp();
  expect(controllerManager.SET_UP_PUSH.reply.parse(reply.body)).toEqual({
    success: true,
    url: pushUrl(portal, id),
    heartbeat: "set",
  });
  expect(device.camera.webhook).toMatchObject({ url: pushUrl(portal, id), ...account });
  await savePerson("Kamera", "MLC84A");
  const record = await device.camera.push(device.camera.eventOf("MLC84A", "new"));
  expect(platePushReply.parse(JSON.parse(record.answer))).toMatchObject({ granted: true });
  await expect.poll(() => device.pulses.length).toBe(1);
  await portal.admin.query("update controllers set pushed_at = null where id = $1", [id]);
  expect(await device.camera.beat()).toMatchObject({ status: 200, text: '{"received":true}' });
  const { rows } = await portal.admin.query(
    "select * from audit where at >= $2 and (action = 'push_set_up' or (action = 'controllers.update' and subject_id = $1))",
    [id, began[0]?.at],
  );
  expect(rows.filter((row) => row.action === "push_set_up")).toHaveLength(1);
  // Contact and heartbeat are not a person's change.
  expect(rows.filter((row) => row.action === "controllers.update")).toEqual([]);
  expect(JSON.stringify(rows)).not.toContain(account.password);
  await deletePerson("Kamera");
});

test("a camera whose receivers others use is refused by name, and nothing of theirs is changed", async () => {
  const { app } = device.state;
  const before = JSON.stringify(app.dump());
  for (const profile of app.profiles)
    profile.set("url", Buffer.from("10.0.0.9:7001").toString("base64")).set("enable", "true");
  const theirs = JSON.stringify(app.dump());
  expect(await setUp()).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(JSON.stringify(app.dump())).toBe(theirs);
  app.restore(JSON.parse(before));
});

test("a camera with another's copied settings is set up over them, and sends to that gate no more", async () => {
  const another = await startLpvSimulator();
  try {
    const second = await addCameraGate(portal, world.system, { name: "Utfart med kamera", device: another });
    another.camera.setWebhook(null);
    expect(await setUp()).toMatchObject({ status: 200 });
    another.state.app.restore(device.state.app.dump());
    expect(another.state.app.targets().map(({ url }) => url)).toEqual([pushUrl(portal, id)]);
    const reply = await manage({ action: "SET_UP_PUSH", id: second.id, portal: portal.url });
    expect(controllerManager.SET_UP_PUSH.reply.parse(reply.body)).toMatchObject({
      url: pushUrl(portal, second.id),
      heartbeat: "set",
    });
    expect(another.state.app.targets()).toMatchObject([{ url: pushUrl(portal, second.id), ...second.account }]);
    expect(another.state.app.heartbeatTarget()).toMatchObject({ url: pushUrl(portal, second.id), ...second.account });
  } finally {
    await another.close();
  }
});

test("a receiver for a gate that is gone is taken, and one for a relay's gate is left", async () => {
  const { app } = device.state;
  const before = app.dump();
  const relay = await manage({
    action: "CREATE",
    payload: {
      name: "Bom med kamerans läsning",
      device_type: "http_relay",
      relay_request: relayPreset("2n"),
      device_ip: device.host,
      device_port: 9,
      username: "portal",
      password: "S3cret-pass",
    },
  });
  const relayId = controllerManager.CREATE.reply.parse(relay.body).controller.id;
  const pushesFor = (profile: number, gate: string) =>
    app.profiles[profile]?.set("url", Buffer.from(pushUrl(portal, gate)).toString("base64")).set("enable", "true");
  pushesFor(0, relayId);
  pushesFor(1, crypto.randomUUID());
  expect(await setUp()).toMatchObject({ status: 200 });
  expect(app.targets().map(({ url }) => url)).toEqual([pushUrl(portal, relayId), pushUrl(portal, id)]);
  app.restore(before);
});

test("only a camera can be set up", async () => {
  const of = (other: string) => manage({ action: "SET_UP_PUSH", id: other, portal: portal.url });
  expect(await of(world.gateId)).toMatchObject({ status: 400, body: { code: "invalid_body", field: "id" } });
  expect(await of(world.controllerId)).toMatchObject({ status: 404, body: { code: "controller_not_found" } });
});

test("the plates that are let in are kept as the camera's list, beside what others have put there", async () => {
  const { allowed } = device.state.app;
  const plate = "MLC85A";
  await savePerson("Listad", plate);
  allowed.set("GUARD1", { plate: "GUARD1", date: "12-31-2026", description: "Vakten" });
  expect(await manage({ action: "UPDATE", id, payload: { list_sync: true } })).toMatchObject({ status: 200 });
  await expect.poll(() => [...allowed.keys()].sort()).toEqual(["GUARD1", plate]);
  allowed.delete(plate);
  await portal.admin.query("update controller_sync set verify_at = now() where controller_id = $1", [id]);
  await expect.poll(() => allowed.get(plate)?.description).toBe("Portal");
  await deletePerson("Listad");
  await expect.poll(() => [...allowed.keys()]).toEqual(["GUARD1"]);
  expect(await manage({ action: "UPDATE", id, payload: { list_sync: false } })).toMatchObject({ status: 200 });
  expect(allowed.get("GUARD1")).toEqual({ plate: "GUARD1", date: "12-31-2026", description: "Vakten" });
});
