// Units end a sign-in in more ways than a 401. In each case the next car is let in, and no car twice.
import { createServer } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { type RelayRequest, relayRequestSchema } from "#contract/relay.ts";
import { relayPreset } from "#contract/relay-presets.ts";
import { type Clock, systemClock } from "#drivers/clock.ts";
import { createHttpRelayDriver } from "#drivers/http-relay/driver.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import type { DeviceConnection } from "#drivers/port.ts";
import { type RelaySimulator, type RelaySimulatorOptions, startRelaySimulator } from "#simulators/relay/server.ts";
import { paced } from "#tests/support/pace.ts";
import { connectionTo, type Disposable } from "./device-harness.ts";

const open: Disposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function relayOf(options: Partial<RelaySimulatorOptions> = {}): Promise<RelaySimulator> {
  const simulator = await startRelaySimulator({ brand: "shelly-gen2", ...options });
  open.push(simulator);
  return simulator;
}

interface DriverChanges extends Partial<DeviceConnection> {
  request?: Partial<RelayRequest>;
  clock?: Clock;
}

function driverOf(simulator: RelaySimulator, { request = {}, clock = systemClock, ...changes }: DriverChanges = {}) {
  const relay = relayRequestSchema.parse({ ...relayPreset("shelly_gen2"), ...request });
  const driver = createHttpRelayDriver(
    connectionTo(simulator.url, { username: simulator.username, relay, ...changes }),
    {
      network: createNetworkPolicy({ allow: ["192.168.0.0/16"], allowLoopback: true }),
      clock,
    },
  );
  open.push(driver);
  return {
    identify: () => driver.identify({ macroId: relay.preset }),
    open: (timeoutMs = paced(5_000)) => driver.executeMacro(relay.preset, { timeoutMs }),
    endHold: () => driver.endHold?.(),
  };
}

/** Makes a clock that the test moves by hand; timeouts still wait in real time. */
function handClock() {
  let passed = 0;
  const clock: Clock = { ...systemClock, monotonic: () => systemClock.monotonic() + passed };
  return { clock, pass: (ms: number) => (passed += ms) };
}

describe("a nonce that the unit has forgotten", () => {
  test.each([400, 401, 403, 404, 407, 409, 418, 419, 429, 451, 498])(
    "and refuses with %i costs one more request, and the car is let in once",
    async (status) => {
      const simulator = await relayOf();
      const driver = driverOf(simulator);
      expect((await driver.open()).outcome).toBe("executed");
      simulator.authentication.habits = { forgottenNonce: status };
      for (const count of [2, 3, 4]) {
        simulator.authentication.deleteNonces();
        expect(await driver.open()).toMatchObject({ outcome: "executed", reason: null });
        expect([simulator.pulses.length, simulator.state.commands]).toEqual([count, count]);
      }
    },
  );

  test.each([500, 502, 503])(
    "and answers with %i is not asked again for this car, and is for the next",
    async (status) => {
      const simulator = await relayOf();
      const driver = driverOf(simulator);
      await driver.open();
      simulator.authentication.habits = { forgottenNonce: status };
      simulator.authentication.deleteNonces();
      const before = simulator.requests.total();
      expect(await driver.open()).toMatchObject({ outcome: "refused", httpStatus: status });
      expect([simulator.requests.total() - before, simulator.pulses.length]).toEqual([1, 1]);
      expect((await driver.open()).outcome).toBe("executed");
      expect(simulator.pulses).toHaveLength(2);
    },
  );

  test("and whose request is cut or never answered is unknown for this car, and the next is let in", async () => {
    const simulator = await relayOf();
    const driver = driverOf(simulator);
    await driver.open();
    for (const [count, kind] of [
      [2, "reset-before"],
      [3, "hang"],
    ] as const) {
      simulator.authentication.deleteNonces();
      const undo = simulator.faults.add({ kind }, { times: 1, anyCall: true });
      expect((await driver.open(paced(1_000))).outcome).toBe("unknown");
      undo();
      expect((await driver.open()).outcome).toBe("executed");
      expect(simulator.pulses).toHaveLength(count);
    }
  });
});

test("a unit that has stopped asking for a password, or begun to, lets the next car in", async () => {
  for (const first of ["digest-sha256", "basic"] as const) {
    const simulator = await relayOf({ login: first });
    const driver = driverOf(simulator);
    await driver.open();
    simulator.authentication.login = "none";
    expect((await driver.open()).outcome).toBe("executed");
    simulator.authentication.login = first === "basic" ? "digest-md5" : first;
    expect((await driver.open()).outcome).toBe("executed");
    expect(simulator.pulses).toHaveLength(3);
  }
});

describe("a refused password", () => {
  test("is sent once, and eight more cars do not lock the unit", async () => {
    const simulator = await relayOf();
    simulator.authentication.habits = { locksAfter: 5 };
    const driver = driverOf(simulator, { password: "wrong" });
    expect(await driver.open()).toMatchObject({ outcome: "refused", reason: "auth_failed", httpStatus: 401 });
    for (let car = 0; car < 8; car += 1)
      expect(await driver.open()).toMatchObject({ outcome: "refused", reason: "auth_failed", httpStatus: null });
    expect(simulator.authentication.refusedLogins).toBe(1);
    expect((await driverOf(simulator).open()).outcome).toBe("executed");
  });

  test.each(["basic", "digest-md5", "bearer"] as const)("is held back whether it went as %s", async (login) => {
    const simulator = await relayOf({ login });
    const request = { sign_in: login === "bearer" ? "bearer" : "account" } as const;
    const driver = driverOf(simulator, { password: "wrong", request });
    for (let car = 0; car < 3; car += 1) expect((await driver.open()).reason).toBe("auth_failed");
    expect(simulator.authentication.refusedLogins).toBe(1);
  });

  test("is tried again after a time that grows, and a unit that takes it is asked as before", async () => {
    const simulator = await relayOf();
    const { clock, pass } = handClock();
    const driver = driverOf(simulator, { password: "wrong", clock });
    const tries = () => simulator.authentication.refusedLogins;
    await driver.open();
    for (const [count, wait] of [
      [2, 60_000],
      [3, 300_000],
      [4, 900_000],
      [5, 3_600_000],
    ] as const) {
      pass(wait - 30_000);
      await driver.open();
      expect(tries()).toBe(count - 1);
      pass(30_000);
      await driver.open();
      expect(tries()).toBe(count);
    }
  });

  test("is tried at once when a person asks", async () => {
    const simulator = await relayOf();
    const driver = driverOf(simulator, { password: "wrong" });
    await driver.open();
    driver.endHold();
    await expect(driver.identify()).rejects.toMatchObject({ code: "auth_failed" });
    expect(simulator.authentication.refusedLogins).toBe(2);
  });
});

test.each([401, 403])(
  "a unit that answers %i and asks for nothing has been sent no password, which is said",
  async (status) => {
    const simulator = await relayOf();
    simulator.authentication.habits = { neverAsks: status };
    const driver = driverOf(simulator);
    expect(await driver.open()).toMatchObject({ outcome: "refused", reason: "password_not_asked", httpStatus: status });
    await expect(driver.identify()).rejects.toMatchObject({ code: "password_not_asked" });
    expect(simulator.authentication.refusedLogins).toBe(0);
  },
);

test.each(["basic", "digest-md5"] as const)(
  "a relay that has taken Digest SHA-256 gets no answer to %s over plain http, and does over TLS",
  async (weaker) => {
    for (const https of [false, true]) {
      const simulator = await relayOf({ https });
      const driver = driverOf(simulator);
      expect((await driver.open()).outcome).toBe("executed");
      simulator.authentication.login = weaker;
      const reason = https ? null : "sign_in_downgraded";
      expect(await driver.open()).toMatchObject({ outcome: https ? "executed" : "refused", reason });
      expect(simulator.pulses).toHaveLength(https ? 2 : 1);
      // One refusal is the forgotten sign-in; over plain http the driver sends nothing more.
      expect([simulator.authentication.refusedLogins, simulator.requests.total()]).toEqual([1, https ? 4 : 3]);
    }
  },
);

test.each([400, 401])("a unit that says %i and never asks is opened by Basic at once", async (neverAsks) => {
  const simulator = await relayOf({ login: "basic" });
  simulator.authentication.habits = { neverAsks };
  const driver = driverOf(simulator, { request: { sign_in: "basic" } });
  expect((await driver.identify()).warnings).toEqual(["plain_http"]);
  expect((await driver.open()).outcome).toBe("executed");
  expect([simulator.pulses.length, simulator.requests.total()]).toEqual([1, 2]);
});

test("a test whose 400 came before any password says that none was asked for", async () => {
  const simulator = await relayOf({ login: "basic" });
  simulator.authentication.habits = { neverAsks: 400 };
  expect((await driverOf(simulator).identify()).warnings).toContain("password_not_asked");
});

test("a unit that answers 200 in another mode is not there for the test", async () => {
  const server = createServer((_request, response) => void response.end("Device mode is not relay!"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => new Promise((resolve) => void server.close(() => resolve())) });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening");
  const relay = relayRequestSchema.parse({ ...relayPreset("shelly_gen1"), sign_in: "none" });
  const driver = createHttpRelayDriver(connectionTo(`http://127.0.0.1:${address.port}`, { relay }), {
    network: createNetworkPolicy({ allow: [], allowLoopback: true }),
    clock: systemClock,
  });
  open.push(driver);
  expect((await driver.identify({ macroId: "shelly_gen1" })).warnings).toContain("relay_unit_unknown");
});
