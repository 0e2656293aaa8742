import { afterEach, expect, test } from "vitest";
import { createAxisLpvDriver } from "#drivers/axis-lpv/driver.ts";
import { systemClock } from "#drivers/clock.ts";
import { plateDriverCases } from "#drivers/conformance-plate.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import type { DeviceConnection } from "#drivers/port.ts";
import { type LpvSimulator, startLpvSimulator } from "#simulators/axis-lpv/server.ts";
import { startRelaySimulator } from "#simulators/relay/server.ts";
import { connectionTo, type Disposable, NETWORK_FAULTS } from "./device-harness.ts";

const OPENING = "GET /axis-cgi/io/port.cgi";

const open: Disposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

function driverOf({ url }: { url: string }, changes: Partial<DeviceConnection> = {}, forbidden = false) {
  const network = createNetworkPolicy({ allow: ["192.168.0.0/16"], allowLoopback: !forbidden });
  const driver = createAxisLpvDriver(connectionTo(url, changes), { network, clock: systemClock });
  open.push(driver);
  return driver;
}

async function camera(https = false): Promise<LpvSimulator> {
  const simulator = await startLpvSimulator({ https });
  open.push(simulator);
  return simulator;
}

// An output says in the body that it did not move, so the body of a success is read; relay-presets.test.ts has its cases.
const CASES = plateDriverCases.filter(({ name }) => name !== "the body of a success is not read");

for (const https of [false, true])
  for (const conformance of CASES) {
    test(`a camera with ${https ? "https" : "http"}: ${conformance.name}`, async () => {
      const simulator = await camera(https);
      await conformance.run({
        open: (changes, { forbidden } = {}) => driverOf(simulator, changes, forbidden),
        listsMacros: false,
        macroId: "1",
        device: {
          certSha256: simulator.certSha256,
          openings: () => simulator.pulses.length,
          attempts: () => simulator.requests.counts()[OPENING] ?? 0,
          requests: () => simulator.requests.total(),
          failNext: (fault) => simulator.faults.once(NETWORK_FAULTS[fault]),
          offline: () => simulator.faults.offline(),
        },
      });
    });
  }

test("a camera without the app is another kind of device", async () => {
  const bare = await startRelaySimulator({ brand: "axis-io" });
  open.push(bare);
  await expect(driverOf(bare).identify()).rejects.toMatchObject({ code: "not_this_kind_of_device" });
});

test("an output that is an input refuses, and the other output is another pulse", async () => {
  const simulator = await camera();
  const driver = driverOf(simulator);
  simulator.faults.block(true);
  expect((await driver.executeMacro("1", { timeoutMs: 2_000 })).outcome).toBe("refused");
  simulator.faults.block(false);
  expect((await driver.executeMacro("2", { timeoutMs: 2_000 })).outcome).toBe("executed");
  expect(simulator.pulses).toMatchObject([{ unit: "2", seconds: 2 }]);
});
