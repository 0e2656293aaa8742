// Runs the kit against each simulated kind of controller. Checks its findings, the objects that it leaves, and its transcript replayed as a
// device.
import { afterEach, describe, expect, test } from "vitest";
import { sentenceOf, verdictPage } from "#contract/field-kit.ts";
import { runFieldKit } from "#drivers/axis/field-kit/field-kit.ts";
import { findingsOf } from "#drivers/axis/field-kit/findings.ts";
import { type Transcript, transcriptSchema } from "#drivers/axis/field-kit/transcript.ts";
import { systemClock } from "#drivers/clock.ts";
import { doorDriverCases } from "#drivers/conformance-door.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import { replayOptions, UnreadableTranscriptError } from "#simulators/axis/replay.ts";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "#simulators/axis/server.ts";
import { paced } from "#tests/support/pace.ts";
import { axisHarness, connectionTo, type Disposable } from "./device-harness.ts";

const network = createNetworkPolicy({ allow: [], allowLoopback: true });
const timeouts = { connectMs: paced(2_000), callMs: paced(1_500) };
const SECRETS = {
  first: "Ludmila",
  last: "Hemlig",
  pin: "738291",
  password: "S3cret-pass",
  door: "Porten hos Ludmila",
};

const open: Disposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

const PRESETS: Record<string, AxisSimulatorOptions> = {
  "A1601 over https": {},
  "A1001 over http": { model: "A1001", switches: { faultStatus: 200, honourTimeOfDay: false } },
  "as Entry Manager leaves it": { model: "ENTRY_MANAGER" },
  "A1610 with Digest SHA-256": { model: "A1610", policy: "digest", switches: { digestAlgorithms: ["SHA-256"] } },
};

async function device(options: AxisSimulatorOptions): Promise<AxisSimulator> {
  const simulator = await startAxisSimulator({
    doors: [{ name: SECRETS.door }, { name: "Entré" }],
    seed: { people: [{ firstName: SECRETS.first, lastName: SECRETS.last, pin: SECRETS.pin }] },
    ...options,
  });
  open.push(simulator);
  return simulator;
}

type Mode = Parameters<typeof runFieldKit>[1]["mode"];
const run = (simulator: AxisSimulator, mode: Mode, onStep?: (step: string) => void): Promise<Transcript> =>
  runFieldKit(connectionTo(simulator.url), { network, clock: systemClock, timeouts, mode, ...(onStep && { onStep }) });

const state = ({ state: all }: AxisSimulator): string =>
  JSON.stringify([all.users, all.credentials, all.accessProfiles, all.schedules].map((one) => [...one.values()]));

describe.each(Object.entries(PRESETS))("%s", (_name, options) => {
  test("is asked without a change, and the verdict has no failure", async () => {
    const simulator = await device(options);
    const before = state(simulator);
    const transcript = await run(simulator, { kind: "read" });
    expect(state(simulator)).toBe(before);
    expect(transcriptSchema.parse(transcript)).toEqual(transcript);
    expect(transcript).toMatchObject({ stopped: null, trial: null, found: [] });
    expect(transcript.doors).toHaveLength(2);
    const fails = findingsOf(transcript).filter((finding) => finding.level === "fails");
    // An A1001 has no systemready.cgi.
    expect(fails.map((finding) => finding.code)).toEqual(options.model === "A1001" ? ["restart"] : []);
  });

  test("a trial sets, tries and removes its user, and says what the controller does to it", async () => {
    const simulator = await device(options);
    const before = state(simulator);
    const transcript = await run(simulator, { kind: "try", door: 1 });
    expect(state(simulator)).toBe(before);
    expect(transcript.trial).toMatchObject({ tokensKept: true, schedule: true, left: [], stopped: null });
    expect(transcript.trial?.wrongPin?.granted).toBe(false);
  });

  test("its record holds no name, PIN, password or serial", async () => {
    const simulator = await device(options);
    simulator.punch(simulator.doorTokens[0] ?? "", SECRETS.pin);
    simulator.punch(simulator.doorTokens[0] ?? "", "112233");
    // No unit is known to log digits like this.
    simulator.state.log("AccessControl/Denied/112233", { Reason: "112233", State: "PIN=112233" });
    const record = JSON.stringify(await run(simulator, { kind: "try", door: 1 }));
    for (const secret of [...Object.values(SECRETS), "112233", simulator.serial, "127.0.0.1"])
      expect(record.toLowerCase()).not.toContain(secret.toLowerCase());
  });

  test("its record replays as a device that passes the conformance suite", async () => {
    const simulator = await device(options);
    const record = JSON.stringify(await run(simulator, { kind: "try", door: 1 }));
    const pinLengths: [number, number] = options.model === "ENTRY_MANAGER" ? [4, 4] : [4, 6];
    for (const conformance of doorDriverCases) {
      const replayed = await startAxisSimulator({
        ...replayOptions(record),
        users: { portal: SECRETS.password },
        seed: { crowd: 250 },
      });
      open.push(replayed);
      await conformance.run(axisHarness(replayed, { people: 250, pinLengths }, open));
    }
  });
});

/** Runs a kit whose every call after the given one fails, as if its process had been killed there. */
async function killedAfter(simulator: AxisSimulator, calls: number): Promise<Transcript | null> {
  const kill = new AbortController();
  let made = 0;
  const debug = () => {
    made += 1;
    if (made === calls) kill.abort();
  };
  const options = { network, clock: systemClock, timeouts, signal: kill.signal, log: { debug } };
  const transcript = await runFieldKit(connectionTo(simulator.url), { ...options, mode: { kind: "try", door: 1 } });
  return made < calls ? null : transcript;
}

/**
 * KIT_KILLS=all kills at every call of each controller. The others differ from the first by model and transport, not in the kit's steps.
 */
const [FIRST = "", ...OTHERS] = Object.keys(PRESETS);
const FEWER = process.env["KIT_KILLS"] === "all" ? 1 : 4;

test.each([
  [FIRST, "each of its calls", 1] as const,
  ...OTHERS.map((name) => [name, `one in ${FEWER} of its calls`, FEWER] as const),
])("%s: killed at %s, the next run names what is left and --clean removes it", async (name, _which, between) => {
  const options = PRESETS[name] ?? {};
  const simulator = await device(options);
  const before = state(simulator);
  let leaving = 0;
  let wasAsked = false;
  for (let calls = 1; (await killedAfter(simulator, calls)) !== null; calls += between) {
    const there = ["wp-test-credential", "wp-test-user", "wp-test-profile", "wp-test-schedule"].filter((token) =>
      state(simulator).includes(`"token":"${token}"`),
    );
    // The same controller gives the same answer.
    if (wasAsked && there.length === 0 && state(simulator) === before) continue;
    wasAsked ||= there.length === 0;
    const next = await run(simulator, { kind: "read" });
    expect(next.found).toEqual(there);
    expect(findingsOf(next).some((finding) => finding.code === "left")).toBe(there.length > 0);
    if (there.length > 0) {
      leaving += 1;
      expect(await run(simulator, { kind: "clean" })).toMatchObject({ found: [], stopped: null });
    }
    expect(state(simulator)).toBe(before);
  }
  expect(leaving).toBeGreaterThan(5);
});

test.each(["reset-before", "reset-after", "hang-after", "garbage"] as const)(
  "a call of the trial that ends in %s leaves nothing, or it is named",
  async (kind) => {
    const simulator = await device({});
    const before = state(simulator);
    const transcript = await run(simulator, { kind: "try", door: 1 }, (step) => {
      if (step === "set wp-test-credential") simulator.faults.once({ kind });
    });
    expect(transcript.trial?.left).toEqual([]);
    expect(state(simulator)).toBe(before);
  },
);

test("the doors are named by their numbers before anything is written, and not in the record", async () => {
  const simulator = await device({});
  const before = state(simulator);
  const names: string[] = [];
  const kit = (onDoors: (doors: readonly string[]) => void) =>
    runFieldKit(connectionTo(simulator.url), {
      network,
      clock: systemClock,
      timeouts,
      mode: { kind: "try", door: 3 },
      onDoors,
    });
  const transcript = await kit((doors) => names.push(...doors));
  expect(names).toEqual([SECRETS.door, "Entré"]);
  expect(JSON.stringify(transcript)).not.toContain(SECRETS.door);
  const refused = kit(() => {
    throw new Error("no door 3");
  });
  await expect(refused).rejects.toThrow("no door 3");
  expect(state(simulator)).toBe(before);
});

test("an interruption between two steps removes what was written", async () => {
  const simulator = await device({});
  const before = state(simulator);
  const interrupted = run(simulator, { kind: "try", door: 2 }, (step) => {
    if (step === "set wp-test-credential") throw new Error("Ctrl-C");
  });
  await expect(interrupted).rejects.toThrow("Ctrl-C");
  expect(state(simulator)).toBe(before);
});

test("a trial's PINs are nobody's: one that opens the door is drawn again, right or wrong", async () => {
  const people = ["4711", "4712"].map((pin) => ({ firstName: "Åsa", lastName: "Öst", pin }));
  const simulator = await device({ model: "ENTRY_MANAGER", seed: { people } });
  const drawn = ["4711", "4712", "5823", "5823", "4711", "6934"];
  const wanted = [...drawn];
  const tried: string[] = [];
  const transcript = await runFieldKit(connectionTo(simulator.url), {
    network,
    clock: systemClock,
    timeouts,
    mode: { kind: "try", door: 1 },
    draw: () => wanted.shift() ?? "",
    onStep(step) {
      if (step !== "set wp-test-schedule") return;
      const ours = simulator.credentials().find(({ token }) => token === "wp-test-credential");
      tried.push(...(ours?.IdData ?? []).map(({ Value }) => Value));
    },
  });
  expect([tried, wanted]).toEqual([["5823"], []]);
  expect(transcript.trial).toMatchObject({ granted: true, wrongPin: { granted: false }, stopped: null });
});

test("where every PIN opens the drawing ends, and an unknown one is said to open", async () => {
  const people = [{ firstName: "Åsa", lastName: "Öst", pin: "4711" }];
  const simulator = await device({ model: "ENTRY_MANAGER", seed: { people } });
  const transcript = await runFieldKit(connectionTo(simulator.url), {
    network,
    clock: systemClock,
    timeouts,
    mode: { kind: "try", door: 1 },
    draw: () => "4711",
  });
  expect(findingsOf(transcript)).toContainEqual(
    expect.objectContaining({ code: "trial_wrong_pin", level: "fails", params: { granted: true, reason: "Granted" } }),
  );
});

test("each question is one that the unit understands, except those that ask how it refuses", async () => {
  const simulator = await device({});
  for (let time = 0; time < 4; time++) simulator.punch(simulator.doorTokens[0] ?? "", SECRETS.pin);
  simulator.state.log("Device/Status/SystemReady", { State: "1" });
  simulator.state.log("IdPoint/Tampering", { IdPointToken: "Axis-1:2.3", State: "1" });
  const { calls } = await run(simulator, { kind: "read" });
  const refused = calls.filter(({ reply }) => JSON.stringify(reply).includes('"FaultCode"'));
  expect(refused.map(({ operation, args }) => [operation, args])).toEqual([
    ["tdc:GetDoorState", { Token: "wp-test-nobody" }],
  ]);
  expect(calls.map(({ operation }) => operation)).toContain("axsch:ScheduleActive");
});

describe("the verdict", () => {
  const codes = async (options: AxisSimulatorOptions, mode: Mode = { kind: "read" }) =>
    findingsOf(await run(await device(options), mode)).filter((finding) => finding.level !== "works");

  test("a unit without access control", async () => {
    expect(await codes({ model: "SECURE_ENTRY" })).toEqual([
      { code: "unsupported_firmware", level: "fails", params: {}, setting: "model=SECURE_ENTRY" },
    ]);
  });

  test("a wrong password", async () => {
    expect(await codes({ users: { portal: "another" } })).toContainEqual(
      expect.objectContaining({ code: "stopped", params: { code: "auth_failed" } }),
    );
  });

  test("a unit of Entry Manager", async () => {
    expect(await codes({ model: "ENTRY_MANAGER" })).toEqual([
      expect.objectContaining({ code: "pin_short", params: { count: 2, digits: 4 } }),
      expect.objectContaining({ code: "action", params: { actions: "AccessDoor" }, setting: "model=ENTRY_MANAGER" }),
      expect.objectContaining({ code: "id_point_key", setting: "idPointKey=IdPointInfo" }),
    ]);
  });

  test("lists what is unconfirmed: the asked row, keys of the unit's rows, TLS, a wrong action, a long PIN", async () => {
    const simulator = await device({});
    const [door = ""] = simulator.doorTokens;
    for (let time = 0; time < 4; time++) simulator.punch(door, SECRETS.pin);
    simulator.state.log("Device/Status/SystemReady", { State: "1" });
    simulator.state.log("EventLogger/DroppedEvents", { Count: "7" });
    const found = findingsOf(await run(simulator, { kind: "try", door: 1 }));
    expect(found).toEqual(
      expect.arrayContaining([
        { code: "log_rows", level: "works", params: { included: false, newer: true } },
        { code: "log_keys", level: "works", params: { kinds: "Device: State; EventLogger: Count" } },
        { code: "tls", level: "works", params: { version: "TLS 1.3", isOld: false } },
        { code: "trial_wrong_action", level: "works", params: { granted: false, reason: "Unauthorized" } },
        { code: "trial_long_pin", level: "works", params: { granted: false, reason: "InvalidCredential" } },
      ]),
    );
  });

  test("a door that wants a card, and validity cut to days", async () => {
    const doors = [{ name: "Kort", authentication: "card" as const }, { name: "Kod" }];
    const found = await codes({ doors, model: "A1001", switches: { cutsTimeOfDay: true } }, { kind: "try", door: 2 });
    expect(found).toContainEqual(expect.objectContaining({ code: "pin_refused", params: { count: 1 } }));
    expect(found).toContainEqual(expect.objectContaining({ code: "trial_validity", params: { validity: "day" } }));
  });

  test("one page, in both languages", async () => {
    const findings = findingsOf(await run(await device({}), { kind: "try", door: 1 }));
    for (const language of ["sv", "en"] as const) {
      const page = verdictPage(findings, language).split("\n");
      expect(page.length).toBeLessThan(50);
      for (const finding of findings) expect(page.join("\n")).toContain(sentenceOf(finding, language));
    }
  });
});

test.each([
  ["", "no transcript"],
  ["{}", "no transcript"],
  ["[1]", "no transcript"],
  ['{"format":"field-kit","version":2}', "version 2 and this is a reader of version 1. Run both commands from"],
  ['{"format":"field-kit","version":1}', "parts of it are missing"],
])("%j is refused as a transcript by name, and with what to do", (text, why) => {
  expect(() => replayOptions(text)).toThrow(UnreadableTranscriptError);
  expect(() => replayOptions(text)).toThrow(why);
});

test("a transcript of an earlier version of the kit is judged as it was", async () => {
  const simulator = await device({});
  const { connection, trial, ...rest } = await run(simulator, { kind: "try", door: 1 });
  const { tls: _tls, ...connectionThen } = connection;
  const { wrongAction: _wrongAction, longPin: _longPin, ...trialThen } = trial ?? ({} as never);
  const old = transcriptSchema.parse({ ...rest, connection: connectionThen, trial: trialThen });
  expect(old).toMatchObject({ connection: { tls: null }, trial: { wrongAction: null, longPin: null } });
  expect(findingsOf(old).map(({ code }) => code)).not.toContain("trial_long_pin");
});
