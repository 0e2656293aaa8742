// A relay that ends its sign-in, or refuses the password: the next car, the connection test, and the neighbour's gate.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import { relayPreset } from "#contract/relay-presets.ts";
import { type RelaySimulator, startRelaySimulator } from "#simulators/relay/server.ts";
import { startAnotherServer, startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { postPlate, type WebhookAccount, webhookAccount } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";

interface GateUnderTest {
  id: string;
  relay: RelaySimulator;
  account: WebhookAccount;
}

let portal: TestPortal;
let world: MainWorld;
let gate: GateUnderTest;
let neighbour: GateUnderTest;
let plates = 0;

const manage = (body: object) => callFunction(world.system, "controller-manager", body);
const testConnection = () =>
  callFunction(world.system, "axxon-proxy", { action: "TEST_CONNECTION", controller_id: gate.id });
const setPassword = (password: string) => manage({ action: "UPDATE", id: gate.id, payload: { password } });

async function gateOf(name: string): Promise<GateUnderTest> {
  const relay = await startRelaySimulator({ brand: "shelly-gen2" });
  const payload = {
    name,
    device_type: "http_relay",
    device_ip: relay.host,
    device_port: relay.port,
    username: relay.username,
    password: relay.state.password,
    relay_request: relayPreset("shelly_gen2"),
  };
  const made = await manage({ action: "CREATE", payload });
  const { id } = controllerManager.CREATE.reply.parse(made.body).controller;
  const organization_id = portal.accounts.nord.organizationId;
  const { error } = await world.system.from("organization_controllers").insert({ organization_id, controller_id: id });
  expect(error).toBeNull();
  return { id, relay, account: await webhookAccount(world.system, id) };
}

async function executed(logId: string): Promise<boolean | null> {
  const { rows } = await portal.admin.query("select macro_executed from access_logs where id = $1", [logId]);
  return z.object({ macro_executed: z.boolean().nullable() }).parse(rows[0]).macro_executed;
}

/** Drives a new car; tells whether the log says that the gate opened. */
async function carOpens({ id, account }: GateUnderTest, url = portal.url): Promise<boolean | null> {
  plates += 1;
  const plate = `MLC${String(plates).padStart(2, "0")}U`;
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
  const answer = await postPlate(url, { gateId: id, plate, account });
  const { log_id, granted } = z.object({ log_id: z.string(), granted: z.boolean() }).parse(await answer.json());
  expect(granted).toBe(true);
  await expect.poll(() => executed(log_id), { timeout: paced(60_000) }).not.toBeNull();
  return executed(log_id);
}

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  gate = await gateOf("Grind med Shelly");
  neighbour = await gateOf("Grannens grind");
});
afterAll(async () => {
  await Promise.all([gate.relay.close(), neighbour.relay.close()]);
  await portal.close();
});
beforeEach(async () => {
  gate.relay.authentication.habits = {};
  gate.relay.authentication.login = "digest-sha256";
  gate.relay.authentication.refusedLogins = 0;
  gate.relay.state.password = "S3cret-pass";
  expect((await setPassword("S3cret-pass")).status).toBe(200);
});

test.each([429, 403, 400])(
  "a relay that has forgotten its nonces and says %i lets every further car in",
  async (status) => {
    expect(await carOpens(gate)).toBe(true);
    gate.relay.authentication.habits = { forgottenNonce: status };
    gate.relay.authentication.deleteNonces();
    const before = gate.relay.pulses.length;
    for (let car = 1; car <= 3; car += 1) expect(await carOpens(gate)).toBe(true);
    expect(gate.relay.pulses).toHaveLength(before + 3);
    expect((await testConnection()).status).toBe(200);
  },
);

test("a password that was changed at the relay is sent once by eight cars, and a new one is used at once", async () => {
  gate.relay.state.password = "changed at the unit";
  gate.relay.authentication.habits = { locksAfter: 5 };
  gate.relay.authentication.deleteNonces();
  for (let car = 1; car <= 8; car += 1) expect(await carOpens(gate)).toBe(false);
  expect(gate.relay.authentication.refusedLogins).toBe(1);
  expect(await carOpens(neighbour)).toBe(true);
  expect((await setPassword("changed at the unit")).status).toBe(200);
  expect(await carOpens(gate)).toBe(true);
});

test("a test that the relay takes ends the wait, and one that it refuses says so", async () => {
  gate.relay.state.password = "changed at the unit";
  gate.relay.authentication.deleteNonces();
  expect(await carOpens(gate)).toBe(false);
  expect(await testConnection()).toMatchObject({ body: { code: "device_auth_failed" } });
  gate.relay.state.password = "S3cret-pass";
  expect((await testConnection()).status).toBe(200);
  expect(await carOpens(gate)).toBe(true);
});

/** Starts a server that has met no device yet, as after a restart. */
async function newServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = await startAnotherServer(portal);
  try {
    return await work(server.url);
  } finally {
    await server.close();
  }
}

const rowOf = async ({ id }: GateUnderTest) =>
  (
    await portal.admin.query(
      "select sign_in_digest as digest, sign_in_refusals as refusals, sign_in_held_until > now() as held from controllers where id = $1",
      [id],
    )
  ).rows[0];

test("a relay that has taken Digest is never answered with Basic, by an older or a newly started server", async () => {
  expect(await carOpens(gate)).toBe(true);
  expect(await rowOf(gate)).toMatchObject({ digest: 2, refusals: 0 });
  gate.relay.authentication.login = "basic";
  const pulses = gate.relay.pulses.length;
  await newServer(async (url) => {
    expect(await carOpens(gate, url)).toBe(false);
    expect(await carOpens(gate)).toBe(false);
    expect(gate.relay.authentication.schemes).not.toContain("Basic");
    expect(gate.relay.pulses).toHaveLength(pulses);
    expect(await testConnection()).toMatchObject({
      body: { code: "device_basic_over_http", error: expect.stringContaining("svagare sätt än förut") },
    });
    // A person who types the password again confirms that the unit was changed on purpose.
    expect((await setPassword("S3cret-pass")).status).toBe(200);
    expect(await rowOf(gate)).toMatchObject({ digest: 0 });
    expect([await carOpens(gate, url), await carOpens(gate), await carOpens(neighbour, url)]).toEqual([
      true,
      true,
      true,
    ]);
  });
});

test("every server holds back a refused password, and the person who ends the wait ends it everywhere", async () => {
  gate.relay.state.password = "changed at the unit";
  gate.relay.authentication.deleteNonces();
  await newServer(async (url) => {
    expect(await carOpens(gate, url)).toBe(false);
    expect(await rowOf(gate)).toMatchObject({ refusals: 1, held: true });
    for (let car = 1; car <= 3; car += 1)
      expect([await carOpens(gate), await carOpens(gate, url)]).toEqual([false, false]);
    await newServer(async (started) => expect(await carOpens(gate, started)).toBe(false));
    expect(gate.relay.authentication.refusedLogins).toBe(1);
    gate.relay.state.password = "S3cret-pass";
    expect((await testConnection()).status).toBe(200);
    expect(await rowOf(gate)).toMatchObject({ refusals: 0 });
    expect([await carOpens(gate, url), await carOpens(neighbour, url)]).toEqual([true, true]);
  });
});
