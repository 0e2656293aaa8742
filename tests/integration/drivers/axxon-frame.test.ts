// The image of a read from an Axxon server's archive: the call as in the manual, and every other answer.
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { createAxxonDriver } from "#drivers/axxon/driver.ts";
import { systemClock } from "#drivers/clock.ts";
import { fails } from "#drivers/conformance.ts";
import type { DeviceErrorCode } from "#drivers/errors.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import type { FrameRequest } from "#drivers/port.ts";
import { type AxxonSimulator, type AxxonSimulatorOptions, startAxxonSimulator } from "#simulators/axxon/server.ts";
import type { AxxonSwitches } from "#simulators/axxon/switches.ts";
import type { NetworkFault } from "#simulators/network/faults.ts";
import { paced } from "#tests/support/pace.ts";
import { connectionTo, type Disposable } from "./device-harness.ts";

const SOURCE = "SERVER1/DeviceIpint.1/SourceEndpoint.video:0:0";
const IMAGE = readFileSync(new URL("../../../simulators/axxon/frame.jpg", import.meta.url));

const open: Disposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function start(options: AxxonSimulatorOptions = {}): Promise<AxxonSimulator> {
  const simulator = await startAxxonSimulator(options);
  open.push(simulator);
  return simulator;
}

function frameOf(
  simulator: AxxonSimulator,
  frame: Partial<FrameRequest> = {},
  timeoutMs = paced(5_000),
): Promise<Buffer> {
  const network = createNetworkPolicy({ allow: [], allowLoopback: true });
  const driver = createAxxonDriver(connectionTo(simulator.url), { network, clock: systemClock });
  open.push(driver);
  return driver.readFrame?.({ source: SOURCE, at: new Date(), ...frame }, { timeoutMs }) ?? Promise.reject();
}
const asked = ({ requests }: AxxonSimulator) =>
  requests.recent().flatMap(({ target }) => (target.startsWith("/archive/") ? [target] : []));

test.each(["next4", "one2", "one3"] as const)(
  "the image of a moment is asked for as the manual says (%s)",
  async (profile) => {
    const simulator = await start({ profile, world: () => Date.parse("2026-11-25T13:04:50Z") });
    // The server's clock differs much from the portal's. The archive is asked by the server's clock, which is the portal's, corrected.
    const at = new Date(Date.now() - 3_000);
    expect((await frameOf(simulator, { at })).equals(IMAGE)).toBe(true);
    expect(asked(simulator).at(-1)).toMatch(
      /^\/archive\/media\/SERVER1\/DeviceIpint\.1\/SourceEndpoint\.video:0:0\/20261125T1304\d\d\.\d{3}\?threshold=2000&w=640&h=0$/,
    );
  },
);

test.each([
  ["behind", -3_600_000],
  ["ahead", 3_600_000],
])("a server whose clock is an hour %s is asked by its own clock, so that no other car is shown", async (_way, ms) => {
  const simulator = await start({ switches: { archiveMs: 600_000 } });
  simulator.faults.clockSkew(ms);
  expect((await frameOf(simulator)).equals(IMAGE)).toBe(true);
});

test.each<[string, Partial<AxxonSwitches>, Partial<FrameRequest>, DeviceErrorCode]>([
  ["a page that calls itself an image", { archive: "html" }, {}, "nonsense_reply"],
  ["an image of 100 MB", { archive: "huge" }, {}, "reply_too_large"],
  ["an archive without that time", { archive: "empty" }, {}, "item_not_found"],
  ["an archive that was written over", {}, { at: new Date("2020-01-01T00:00:00Z") }, "item_not_found"],
  ["another camera", {}, { source: "SERVER1/DeviceIpint.9/SourceEndpoint.video:0:0" }, "item_not_found"],
  ["an account without the right to the archive", { archiveRefusal: 403 }, {}, "auth_failed"],
  ["a server that refuses every account there", { archiveRefusal: 401 }, {}, "auth_failed"],
])("%s gives no image and is named", async (_what, switches, frame, code) => {
  await fails(frameOf(await start({ switches }), frame), code);
});

test.each<[string, NetworkFault, DeviceErrorCode]>([
  ["that drips", { kind: "slow", bytesPerSecond: 100 }, "timeout"],
  ["that never comes", { kind: "hang" }, "timeout"],
  ["of 400 kB", { kind: "huge", bytes: 400 * 1024 }, "reply_too_large"],
  ["that is cut in half", { kind: "truncated" }, "connection_lost"],
  ["of random bytes", { kind: "garbage" }, "nonsense_reply"],
  ["that is elsewhere", { kind: "redirect", location: "http://127.0.0.1:9/" }, "not_this_kind_of_device"],
  ["that crashes the server", { kind: "status", status: 500 }, "device_failed"],
])("an answer %s is no image", async (_what, fault, code) => {
  const simulator = await start();
  simulator.faults.add(fault, { on: "GET /archive/media" });
  await fails(frameOf(simulator, {}, paced(code === "timeout" ? 600 : 5_000)), code);
});
