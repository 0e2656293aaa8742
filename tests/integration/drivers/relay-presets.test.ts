// Every preset against its own simulator: the outcome is right and the relay never pulses twice.
import { afterEach, describe, expect, test } from "vitest";
import {
  fillPlaceholders,
  placeholderValues,
  type RelayPreset,
  type RelayRequest,
  relayRequestSchema,
} from "#contract/relay.ts";
import { relayPreset } from "#contract/relay-presets.ts";
import { systemClock } from "#drivers/clock.ts";
import { plateDriverCases } from "#drivers/conformance-plate.ts";
import { createHttpRelayDriver } from "#drivers/http-relay/driver.ts";
import { readAnswer } from "#drivers/http-relay/read-answer.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import type { DeviceConnection } from "#drivers/port.ts";
import type { LoggedCall } from "#simulators/network/request-log.ts";
import type { RelayLogin } from "#simulators/relay/authenticate.ts";
import type { RelayBrand } from "#simulators/relay/brands.ts";
import { type RelaySimulator, startRelaySimulator } from "#simulators/relay/server.ts";
import { paced } from "#tests/support/pace.ts";
import { connectionTo, type Disposable, NETWORK_FAULTS } from "./device-harness.ts";

const BRANDS = {
  shelly_gen1: "shelly-gen1",
  shelly_gen2: "shelly-gen2",
  "2n": "2n",
  axis_io: "axis-io",
  unifi_access: "unifi-access",
  hikvision_door: "hikvision",
} as const satisfies Record<Exclude<RelayPreset, "own">, RelayBrand>;
type Branded = keyof typeof BRANDS;
const PRESETS = Object.keys(BRANDS) as Branded[];
/** Presets of relays that challenge first. */
const CHALLENGED = PRESETS.filter((preset) => preset !== "unifi_access");

const open: Disposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function relayOf(
  preset: Branded,
  { login, https = false }: { login?: RelayLogin; https?: boolean } = {},
): Promise<RelaySimulator> {
  const simulator = await startRelaySimulator({ brand: BRANDS[preset], https, ...(login ? { login } : {}) });
  open.push(simulator);
  return simulator;
}

function requestOf(simulator: RelaySimulator, preset: Branded, changes: Partial<RelayRequest> = {}): RelayRequest {
  const [unit = ""] = simulator.state.units;
  return relayRequestSchema.parse({ ...relayPreset(preset), unit, ...changes });
}

function createDriver(simulator: RelaySimulator, changes: Partial<DeviceConnection>, forbidden = false) {
  const driver = createHttpRelayDriver(connectionTo(simulator.url, { username: simulator.username, ...changes }), {
    network: createNetworkPolicy({ allow: ["192.168.0.0/16"], allowLoopback: !forbidden }),
    clock: systemClock,
  });
  open.push(driver);
  return driver;
}

function driverOf(
  simulator: RelaySimulator,
  preset: Branded,
  { request = {}, ...changes }: Partial<DeviceConnection> & { request?: Partial<RelayRequest> } = {},
) {
  const driver = createDriver(simulator, { relay: requestOf(simulator, preset, request), ...changes });
  return {
    identify: () => driver.identify({ macroId: preset }),
    open: (timeoutMs = paced(2_000)) => driver.executeMacro(preset, { timeoutMs }),
  };
}

describe.each(
  PRESETS.flatMap((preset) => [
    { preset, https: false },
    { preset, https: true },
  ]),
)("$preset, over TLS: $https", ({ preset, https }) => {
  for (const conformance of plateDriverCases) {
    test(conformance.name, async () => {
      const simulator = await relayOf(preset, { https });
      const relay = requestOf(simulator, preset);
      const probe = fillPlaceholders(relay.probe, placeholderValues(relay));
      const opening = ({ authenticated, target }: LoggedCall) => authenticated && target !== probe;
      await conformance.run({
        open: (changes, { forbidden } = {}) => createDriver(simulator, { relay, ...changes }, forbidden),
        timeoutMs: paced(2_000),
        listsMacros: false,
        macroId: preset,
        // An Axis output answers 204, which has no body to spoil.
        spoiled: { garbage: preset === "axis_io" ? "executed" : "unknown", huge: "unknown" },
        device: {
          certSha256: simulator.certSha256,
          openings: () => simulator.pulses.length,
          attempts: () => simulator.requests.recent().filter(opening).length,
          requests: () => simulator.requests.total(),
          failNext: (fault) => void simulator.faults.once(NETWORK_FAULTS[fault]),
          offline: () => simulator.faults.offline(),
        },
      });
    });
  }
});

describe.each(PRESETS)("%s", (preset) => {
  test("opens once an opening, and the test of the connection opens nothing", async () => {
    const simulator = await relayOf(preset);
    const driver = driverOf(simulator, preset);
    expect((await driver.identify()).warnings).toEqual(["plain_http"]);
    expect(simulator.pulses).toHaveLength(0);
    for (const count of [1, 2]) {
      expect(await driver.open()).toMatchObject({ outcome: "executed", reason: null });
      expect(simulator.pulses).toHaveLength(count);
    }
    expect(simulator.pulses[0]?.seconds).toBeLessThanOrEqual(5);
  });

  test("two cars at once are two pulses", async () => {
    const simulator = await relayOf(preset);
    const driver = driverOf(simulator, preset);
    await driver.open();
    const both = await Promise.all([driver.open(), driver.open()]);
    expect(both.map(({ outcome }) => outcome)).toEqual(["executed", "executed"]);
    expect(simulator.pulses).toHaveLength(3);
  });

  test("a wrong password opens nothing and is tried once an opening", async () => {
    const simulator = await relayOf(preset);
    const driver = driverOf(simulator, preset, { password: "wrong" });
    expect(await driver.open()).toMatchObject({ outcome: "refused", reason: "auth_failed", httpStatus: 401 });
    expect([simulator.authentication.refusedLogins, simulator.pulses.length]).toEqual([1, 0]);
    await expect(driver.identify()).rejects.toMatchObject({ code: "auth_failed" });
  });

  test("a refusal in the body is no opening", async () => {
    const simulator = await relayOf(preset);
    simulator.faults.block(true);
    expect(await driverOf(simulator, preset).open()).toMatchObject({
      outcome: "refused",
      reason: "device_fault",
      httpStatus: 200,
    });
    expect([simulator.state.commands, simulator.pulses.length]).toEqual([1, 0]);
  });

  test("a page of HTML with 200, as of a login or another device, is no opening", async () => {
    const simulator = await relayOf(preset);
    const driver = driverOf(simulator, preset);
    simulator.faults.once({ kind: "html", status: 200 });
    const { outcome } = await driver.open();
    expect([outcome === "executed", simulator.pulses.length]).toEqual([false, 0]);
  });

  test.each(["reset-after", "hang-after", "truncated", "garbage", "huge"] as const)(
    "an answer lost by %s is unknown and one pulse",
    async (kind) => {
      const simulator = await relayOf(preset);
      const driver = driverOf(simulator, preset);
      simulator.faults.once({ kind });
      const { outcome } = await driver.open(paced(kind === "hang-after" ? 1_000 : 4_000));
      expect(simulator.pulses).toHaveLength(1);
      // An Axis output answers 204, which has no body to spoil.
      expect(outcome).toBe(kind === "garbage" && preset === "axis_io" ? "executed" : "unknown");
    },
  );

  test("an answer that comes after the time is unknown, whether the relay moved or not", async () => {
    const simulator = await relayOf(preset);
    const driver = driverOf(simulator, preset);
    await driver.open();
    simulator.faults.add({ kind: "latency", ms: paced(1_300) }, { times: 1 });
    expect((await driver.open(paced(1_000))).outcome).toBe("unknown");
    await expect.poll(() => simulator.pulses.length).toBe(2);
    expect(simulator.state.commands).toBe(2);
  });

  test("one that answers slowly, but in time, is opened once", async () => {
    const simulator = await relayOf(preset);
    simulator.faults.latency(200);
    expect((await driverOf(simulator, preset).open()).outcome).toBe("executed");
    expect(simulator.pulses).toHaveLength(1);
  });

  test("a unit that the relay does not have is refused", async () => {
    const simulator = await relayOf(preset);
    const outcome = await driverOf(simulator, preset, { request: { unit: "77" } }).open();
    expect(outcome.outcome).toBe("refused");
    expect(simulator.pulses).toHaveLength(0);
  });

  test("a relay that fails is not asked again", async () => {
    const simulator = await relayOf(preset);
    const driver = driverOf(simulator, preset);
    simulator.faults.add({ kind: "html", status: 500 });
    expect(await driver.open()).toMatchObject({ outcome: "refused", reason: "device_failed" });
    expect([simulator.state.commands, simulator.pulses.length]).toEqual([0, 0]);
  });
});

describe.each(CHALLENGED)("%s", (preset) => {
  test("is asked twice only after its own 401, and a forgotten nonce costs one 401", async () => {
    const simulator = await relayOf(preset);
    const driver = driverOf(simulator, preset);
    await driver.open();
    expect(simulator.requests.total()).toBe(2);
    await driver.open();
    expect(simulator.requests.total()).toBe(3);
    simulator.authentication.deleteNonces();
    expect((await driver.open()).outcome).toBe("executed");
    expect(simulator.requests.total()).toBe(preset === "shelly_gen1" ? 4 : 5);
    expect(simulator.pulses).toHaveLength(3);
  });

  test.each(["basic", "digest-md5", "digest-sha256", "none"] as const)(
    "opens whether it asks for %s",
    async (login) => {
      const simulator = await relayOf(preset, { login });
      expect((await driverOf(simulator, preset).open()).outcome).toBe("executed");
      expect(simulator.pulses).toHaveLength(1);
    },
  );
});

test("a 401 that never ends is asked twice and opens nothing", async () => {
  const simulator = await relayOf("2n");
  simulator.faults.add({ kind: "status", status: 401 }, { anyCall: true });
  expect(await driverOf(simulator, "2n").open()).toMatchObject({ outcome: "refused", reason: "auth_failed" });
  expect([simulator.requests.total(), simulator.pulses.length]).toEqual([2, 0]);
});

test("a password in a header is filled in, and held back from plain http without leave", async () => {
  const simulator = await relayOf("unifi_access");
  const request = { sign_in: "none", headers: [{ name: "X-Api-Key", value: "{password}" }] } as const;
  const held = driverOf(simulator, "unifi_access", {
    request: { ...request, headers: [...request.headers] },
    allowPlainHttp: false,
  });
  expect((await held.open()).reason).toBe("basic_over_http_refused");
  expect(simulator.requests.total()).toBe(0);
});

test("a rule by what is missing is not met by a page, and an Axis output answers with nothing", () => {
  const page = "\n<!-- sign in --><HTML><head><title>Logga in</title></head></HTML>";
  const absent = { kind: "absent", text: "Error" } as const;
  expect(readAnswer(200, "OK", absent).outcome).toBe("executed");
  expect(readAnswer(200, page, absent)).toMatchObject({ outcome: "unknown", reason: "nonsense_reply" });
  const nothing = { kind: "empty" } as const;
  const answers = ["", "\r\n", page, "Error: no such port\n", '{"error":{"code":2100}}', "port1=active"];
  const outcomes = ["executed", "executed", "unknown", "refused", "unknown", "unknown"];
  expect(answers.map((text) => readAnswer(200, text, nothing).outcome)).toEqual(outcomes);
});
