// A gate with a 2N relay: the function makes it, the webhook asks, it opens once, and its password is never shown.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import { RELAY_PRESETS } from "#contract/relay.ts";
import { relayPreset } from "#contract/relay-presets.ts";
import { type RelaySimulator, startRelaySimulator } from "#simulators/relay/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { postPlate, type WebhookAccount, webhookAccount, webhookUrl } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { nothingComes } from "#tests/support/pace.ts";

let portal: TestPortal;
let world: MainWorld;
let relay: RelaySimulator;
let id: string;
let account: WebhookAccount;
let plates = 0;

const manage = (body: object) => callFunction(world.system, "controller-manager", body);
const ask = (body: object) => callFunction(world.system, "axxon-proxy", body);
const payloadOf = (changes: object = {}) => ({
  name: "Grind vid porttelefonen",
  device_type: "http_relay",
  device_ip: relay.host,
  device_port: relay.port,
  username: "portal",
  password: "S3cret-pass",
  relay_request: relayPreset("2n"),
  ...changes,
});

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  relay = await startRelaySimulator({ brand: "2n" });
  const made = await manage({ action: "CREATE", payload: payloadOf() });
  id = controllerManager.CREATE.reply.parse(made.body).controller.id;
  const { error } = await world.system
    .from("organization_controllers")
    .insert({ organization_id: portal.accounts.nord.organizationId, controller_id: id });
  expect(error).toBeNull();
  account = await webhookAccount(world.system, id);
  relay.reader.setWebhook({ url: webhookUrl(portal.url, id), ...account });
});
afterAll(async () => {
  await relay.close();
  await portal.close();
});
beforeEach(() => {
  relay.faults.clear();
  relay.faults.block(false);
});

async function personWithPlate(): Promise<string> {
  plates += 1;
  const plate = `MLA${String(plates).padStart(2, "0")}U`;
  const saved = await callFunction(world.nord, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: portal.accounts.nord.organizationId,
      first_name: "Test",
      last_name: `Relä ${plates}`,
      vehicle: { plate_number: plate, vehicle_type: "Personbil", validity_period: "12_months", controller_ids: [id] },
    },
  });
  expect(saved.status).toBe(200);
  return plate;
}

async function read(plate: string) {
  const response = await postPlate(portal.url, { gateId: id, plate, account });
  return z.object({ granted: z.boolean(), reason: z.string(), log_id: z.string() }).parse(await response.json());
}

const executed = async (logId: string) =>
  (await portal.admin.query("select macro_executed from access_logs where id = $1", [logId])).rows[0]?.macro_executed;

test("a plate that is let in pulses the relay once, and the log says that it moved", async () => {
  const before = relay.pulses.length;
  const plate = await personWithPlate();
  const answers = await Promise.all(Array.from({ length: 10 }, () => read(plate)));
  expect(answers.every(({ granted }) => granted)).toBe(true);
  const { rows } = await portal.admin.query("select id from access_logs where plate_number = $1 and opened", [plate]);
  expect(rows).toHaveLength(1);
  await expect.poll(() => executed(rows[0].id)).toBe(true);
  expect(relay.pulses).toHaveLength(before + 1);
});

test("a camera of any make that posts a plate has the relay opened", async () => {
  const before = relay.pulses.length;
  const record = await relay.reader.drive(await personWithPlate(), { variant: "hyphen", repeats: 2 });
  expect(JSON.parse(record.answer)).toMatchObject({ granted: true });
  await expect.poll(() => relay.pulses.length).toBe(before + 1);
  expect(relay.reader.log).toHaveLength(3);
});

test("a relay that refuses in its body is logged as not executed", async () => {
  const before = relay.pulses.length;
  relay.faults.block(true);
  const { log_id } = await read(await personWithPlate());
  await expect.poll(() => executed(log_id)).toBe(false);
  expect(relay.pulses).toHaveLength(before);
});

test("a lost answer stays unknown and is never sent again", async () => {
  const before = relay.pulses.length;
  relay.faults.once({ kind: "reset-after" });
  const { log_id } = await read(await personWithPlate());
  await expect.poll(() => relay.pulses.length).toBe(before + 1);
  await nothingComes(300);
  expect([await executed(log_id), relay.pulses.length]).toEqual([null, before + 1]);
});

test("the connection test moves nothing, and a wrong password is said", async () => {
  const before = relay.pulses.length;
  expect(await ask({ action: "TEST_CONNECTION", controller_id: id })).toMatchObject({
    status: 200,
    body: { warnings: ["plain_http"] },
  });
  const relay_request = { ...relayPreset("2n"), probe: "/api/nothing" };
  expect(await ask({ action: "TEST_CONNECTION", controller_id: id, relay_request })).toMatchObject({
    body: { warnings: ["relay_unit_unknown", "plain_http"] },
  });
  const { name: _name, device_type: _type, ...form } = payloadOf({ password: "wrong" });
  expect(await ask({ action: "TEST_CONNECTION", ...form })).toMatchObject({ body: { code: "device_auth_failed" } });
  expect(relay.pulses).toHaveLength(before);
});

test("the opening can be tried, and is audited", async () => {
  const before = relay.pulses.length;
  expect((await ask({ action: "TEST_MACRO", controller_id: id, macro_id: "2n" })).status).toBe(200);
  expect(relay.pulses).toHaveLength(before + 1);
  const { rows } = await portal.admin.query("select 1 from audit where action = 'macro_tested' and subject_id = $1", [
    id,
  ]);
  expect(rows).toHaveLength(1);
});

test("the password is stored encrypted and never in a reply", async () => {
  const { rows } = await portal.admin.query(
    "select password_encrypted, macro_id, relay_request from controllers where id = $1",
    [id],
  );
  expect(rows[0]).toMatchObject({ macro_id: "2n", relay_request: relayPreset("2n") });
  expect(JSON.stringify(rows)).not.toContain("S3cret-pass");
  const { data } = await world.system
    .from("controllers")
    .select("relay_request, password_encrypted")
    .eq("id", id)
    .single();
  expect(data).toMatchObject({ password_encrypted: "********" });
  const org = await world.nord.from("controllers").select("relay_request").eq("id", id);
  expect(org.error).not.toBeNull();
});

test("only the fields that a relay needs have to be filled in", async () => {
  const refused = (field: string) => ({ status: 400, body: { code: "invalid_body", field } });
  const create = (changes: object) =>
    manage({ action: "CREATE", payload: payloadOf({ name: "Annan grind", ...changes }) });
  expect(await create({ relay_request: undefined })).toMatchObject(refused("relay_request"));
  expect(await create({ username: "" })).toMatchObject(refused("username"));
  expect(await create({ password: "" })).toMatchObject(refused("password"));
  expect(await create({ device_type: "axxon_lpr" })).toMatchObject(refused("relay_request"));
  expect(await create({ relay_request: { ...relayPreset("2n"), probe: relayPreset("2n").path } })).toMatchObject({
    status: 400,
  });
  expect(
    await create({ relay_request: { ...relayPreset("2n"), headers: [{ name: "Host", value: "x" }] } }),
  ).toMatchObject({ status: 400 });
  expect(await create({ relay_request: { ...relayPreset("2n"), path: "/{password}" } })).toMatchObject({ status: 400 });
  const open = { relay_request: { ...relayPreset("shelly_gen1"), sign_in: "none" }, username: "", password: "" };
  expect(await create(open)).toMatchObject({
    status: 200,
    body: { controller: { username: null, macro_id: "shelly_gen1" } },
  });
});

test.each(RELAY_PRESETS)("the preset %s is saved and read back as it stands in the form", async (preset) => {
  const filled = relayPreset(preset);
  // A person fills in UniFi's door and a custom request's path.
  const request = { ...filled, unit: filled.unit || "5f2c", path: filled.path === "/" ? "/open" : filled.path };
  const account = request.sign_in === "bearer" ? { username: "" } : {};
  const made = await manage({
    action: "CREATE",
    payload: payloadOf({ name: `Grind ${preset}`, relay_request: request, ...account }),
  });
  expect({ status: made.status, body: made.body }).toMatchObject({ status: 200 });
  const { id: made_id } = controllerManager.CREATE.reply.parse(made.body).controller;
  const { data } = await world.system.from("controllers").select("relay_request, macro_id").eq("id", made_id).single();
  expect(data).toEqual({ relay_request: request, macro_id: preset });
});

test("a changed request is used at once, and its name follows", async () => {
  const before = relay.pulses.length;
  const relay_request = { ...relayPreset("2n"), unit: "2" };
  expect((await manage({ action: "UPDATE", id, payload: { relay_request, macro_id: "else" } })).status).toBe(200);
  const { log_id } = await read(await personWithPlate());
  await expect.poll(() => executed(log_id)).toBe(true);
  expect(relay.pulses.slice(before)).toMatchObject([{ unit: "2" }]);
  expect((await manage({ action: "UPDATE", id, payload: { relay_request: relayPreset("2n") } })).status).toBe(200);
});
