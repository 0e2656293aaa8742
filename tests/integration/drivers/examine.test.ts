// The limits of an examination: it ends in time and when stopped, and sends nothing without permission.
import { afterEach, expect, test } from "vitest";
import { EXAMINATION_SECONDS } from "#contract/limits.ts";
import { transcriptSchema } from "#drivers/axis/field-kit/transcript.ts";
import { type Clock, systemClock } from "#drivers/clock.ts";
import type { ExaminationLimits } from "#drivers/examination.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import { createDriverRegistry } from "#drivers/registry.ts";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "#simulators/axis/server.ts";
import { connectionTo, type Disposable } from "./device-harness.ts";
import { rogueUnit } from "./rogue-unit.ts";

const network = createNetworkPolicy({ allow: [], allowLoopback: true });

const open: Disposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function device(options: AxisSimulatorOptions = {}): Promise<AxisSimulator> {
  const simulator = await startAxisSimulator(options);
  open.push(simulator);
  return simulator;
}

const examine = (
  simulator: AxisSimulator,
  limits: Partial<ExaminationLimits>,
  { clock = systemClock, deviceType = "axis" }: { clock?: Clock; deviceType?: string } = {},
) =>
  createDriverRegistry({ network, clock }).examine(deviceType, connectionTo(simulator.url), {
    beforeCall: () => undefined,
    signal: new AbortController().signal,
    ...limits,
  });

/** A call in the middle, after the identity and the doors. */
const MIDDLE = "axsch:GetScheduleList";

test("a unit that falls silent is left when the time is up, with what it answered until then", async () => {
  const simulator = await device();
  simulator.faults.add({ kind: "hang" }, { on: MIDDLE });
  const late = Promise.withResolvers<void>();
  const clock: Clock = {
    ...systemClock,
    wait: (ms, signal) => (ms === EXAMINATION_SECONDS * 1000 ? late.promise : systemClock.wait(ms, signal)),
  };
  const examined = examine(simulator, {}, { clock });
  await expect.poll(() => simulator.requests.spoiled() > 0 || simulator.requests.count(MIDDLE) > 0).toBe(true);
  late.resolve();
  const { transcript, findings } = await examined;
  expect(transcriptSchema.parse(transcript)).toMatchObject({ stopped: "aborted", trial: null });
  expect(findings).toContainEqual({ code: "stopped", level: "fails", params: { code: "aborted" } });
});

test("an aborted signal ends it at the next call", async () => {
  const simulator = await device();
  const stop = new AbortController();
  let calls = 0;
  const { transcript } = await examine(simulator, {
    signal: stop.signal,
    beforeCall: () => {
      calls += 1;
      if (calls === 12) stop.abort();
    },
  });
  expect(transcriptSchema.parse(transcript).stopped).toBe("aborted");
  expect(calls).toBe(12);
});

test("a forbidden call ends the examination, and is not sent", async () => {
  const simulator = await device();
  const forbidden = new Error("the lease is gone");
  let calls = 0;
  const beforeCall = () => {
    calls += 1;
    if (calls === 5) throw forbidden;
  };
  await expect(examine(simulator, { beforeCall })).rejects.toBe(forbidden);
  // The first call is sent twice: the unit's challenge comes with the refusal of the unsigned one.
  expect(simulator.requests.total()).toBe(5);
});

test("no unit: the driver's own error; a unit without access control: a verdict that says so", async () => {
  await expect(examine(await device({ users: { portal: "another" } }), {})).rejects.toMatchObject({
    code: "auth_failed",
  });
  const away = await device();
  await away.faults.offline();
  await expect(examine(away, {})).rejects.toMatchObject({ code: "unreachable" });
  const { findings } = await examine(await device({ model: "SECURE_ENTRY" }), {});
  expect(findings.map(({ code }) => code)).toContain("unsupported_firmware");
});

test("a vendor without a kit is refused", async () => {
  await expect(examine(await device(), {}, { deviceType: "axxon_lpr" })).rejects.toThrow(RangeError);
});

const examineAt = (url: string) =>
  createDriverRegistry({ network, clock: systemClock }).examine("axis", connectionTo(url), {
    beforeCall: () => undefined,
    signal: new AbortController().signal,
  });

test("a unit that answers without end fills no server: the examination ends with what was asked", async () => {
  let sent = 0;
  const url = await rogueUnit(open, (call) => {
    const page = JSON.stringify({
      NextStartReference: `p${call}`,
      Junk: Array.from({ length: 80_000 }, () => 0.12345678),
    });
    sent += page.length;
    return page;
  });
  const { transcript, findings } = await examineAt(url);
  expect(transcriptSchema.parse(transcript).stopped).toBe("reply_too_large");
  expect(findings).toContainEqual({ code: "stopped", level: "fails", params: { code: "reply_too_large" } });
  expect(sent).toBeLessThan(8_000_000);
  expect(JSON.stringify(transcript).length).toBeLessThan(5_000_000);
});

test("nor does a unit's name for itself or its fields carry a secret out of the building", async () => {
  const hidden = {
    "738291": "x",
    "Ludmila Hemlig": 1,
    "S3cret-pass": true,
    accc8e000001: [],
    "127.0.0.1": {},
    portal: "",
  };
  const url = await rogueUnit(open, () =>
    JSON.stringify({ AccessController: [{ token: "Axis-accc8e000001:1", ...hidden }], hidden }),
  );
  const said = JSON.stringify(await examineAt(url)).toLowerCase();
  for (const secret of ["738291", "Ludmila", "S3cret-pass", "accc8e000001", "127.0.0.1", "portal"])
    expect(said).not.toContain(secret.toLowerCase());
  expect(said).toContain("accesscontroller");
});
