// A door's hours on a simulated controller over HTTP: written, read back and asked about at instants that tell a wrong unit apart.
import { afterEach, expect, test } from "vitest";
import { isOpen } from "#contract/schedules/is-open.ts";
import type { Schedule } from "#contract/schedules/schedule.ts";
import { createAxisDriver } from "#drivers/axis/driver.ts";
import { hoursToken } from "#drivers/axis/hours/compile-hours.ts";
import { systemClock } from "#drivers/clock.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import type { DoorController } from "#drivers/port.ts";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "#simulators/axis/server.ts";
import { connectionTo, type Disposable } from "./device-harness.ts";

const NOW = new Date("2026-11-29T11:00:00Z");
const PIN = "483920";

const weekly = (from: number, to: number, more: Partial<Schedule["hours"][number]> = {}): Schedule["hours"] =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    from,
    to,
    everyWeeks: 1,
    anchor: "2026-01-01",
    validFrom: null,
    validUntil: null,
    ...more,
  }));
const LAUNDRY: Schedule = {
  hours: weekly(360, 1320),
  days: [
    { from: "2026-12-24", until: "2026-12-26", hours: [] },
    { from: "2026-12-31", until: "2026-12-31", hours: [{ from: 480, to: 60 }] },
  ],
};

const open: Disposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function start(options: AxisSimulatorOptions = {}) {
  let now = NOW;
  const simulator = await startAxisSimulator({
    https: false,
    policy: "digest",
    doors: [{ name: "Tvätt", exit: "reader" }, { name: "Entré" }],
    world: () => now.getTime(),
    ...options,
  });
  open.push(simulator);
  const clock = { ...systemClock, now: () => now };
  const driver = createAxisDriver(connectionTo(simulator.url), {
    network: createNetworkPolicy({ allow: [], allowLoopback: true }),
    clock,
  });
  open.push(driver);
  return { simulator, driver, setNow: (time: Date) => (now = time) };
}

/** Gives one person the first door by hours, as a comparison does. */
async function giveHours(driver: DoorController, schedule: Schedule) {
  const [door] = await driver.readDoors();
  const kept = await driver.keepHours?.(schedule);
  const entries = door?.entryTokens ?? [];
  await driver.putDoorProfile({
    token: "wp-door-1",
    name: "Portal: Tvätt",
    accessPointTokens: (door?.accessPointTokens ?? []).filter((point) => !entries.includes(point)),
    byHours: entries.map((accessPointToken) => ({ accessPointToken, schedule: kept?.token ?? null })),
  });
  await driver.putUser({ token: "wp-u-1", firstName: "Anna", lastName: "Berg" });
  const window = { validFrom: null, validTo: null, enabled: true };
  await driver.putCredential({
    token: "wp-c-1",
    userToken: "wp-u-1",
    pin: PIN,
    ...window,
    profileTokens: ["wp-door-1"],
  });
  return kept;
}

const everyHalfHour = (from: string, days: number): Date[] =>
  Array.from({ length: days * 48 }, (_, index) => new Date(Date.parse(from) + index * 1_800_000));
const INSTANTS = [
  ...everyHalfHour("2026-12-22T23:00:00Z", 11),
  ...everyHalfHour("2027-03-27T12:00:00Z", 2),
  ...everyHalfHour("2027-10-30T12:00:00Z", 2),
];
const opened = (simulator: AxisSimulator) =>
  INSTANTS.map((at) => simulator.wouldOpen(PIN, simulator.doorTokens[0] ?? "", at));

test("a door opens by its hours on the way in, on holidays too, and lets everybody out at all hours", async () => {
  const { driver, simulator } = await start();
  expect(await giveHours(driver, LAUNDRY)).toMatchObject({ problem: null, token: expect.stringMatching(/^wp-sch-/) });
  expect(opened(simulator)).toEqual(INSTANTS.map((at) => isOpen(LAUNDRY, at)));
  const [door = ""] = simulator.doorTokens;
  expect(INSTANTS.filter((at) => !simulator.wouldLetOut(PIN, door, at))).toEqual([]);
  const asked = simulator.requests.count("axsch:ScheduleActive");
  expect(asked).toBeGreaterThanOrEqual(8);
  const profile = (await driver.listProfiles()).find(({ token }) => token === "wp-door-1");
  expect(profile).toMatchObject({ enabled: true, always: true, byHours: [{ schedule: expect.any(String) }] });
  // The next comparison finds everything as it is.
  await driver.keepHours?.(LAUNDRY);
  expect(simulator.requests.count("axsch:SetSchedule")).toBe(1);
});

test.each(["UTC", "Europe/Helsinki", "Europe/London"] as const)(
  "hours that hold in Stockholm are not taken for kept by a unit in %s, and nobody is let in by them",
  async (timeZone) => {
    const { driver, simulator } = await start({ timeZone });
    expect(await giveHours(driver, LAUNDRY)).toEqual({ token: null, problem: "wrong_time_zone" });
    expect(opened(simulator).some(Boolean)).toBe(false);
    expect(simulator.wouldLetOut(PIN, simulator.doorTokens[0] ?? "")).toBe(true);
    simulator.state.timeZone = "Europe/Stockholm";
    expect(await giveHours(driver, LAUNDRY)).toMatchObject({ problem: null });
    expect(opened(simulator)).toEqual(INSTANTS.map((at) => isOpen(LAUNDRY, at)));
  },
);

test.each<[what: string, change: (simulator: AxisSimulator) => void, problem: string]>([
  [
    "knows no schedules",
    ({ state }) =>
      (state.switches.missingOperations = ["axsch:SetSchedule", "axsch:GetSchedule", "axsch:ScheduleActive"]),
    "no_schedules",
  ],
  [
    "has no such service",
    ({ faults }) => void faults.add({ kind: "html", status: 404 }, { on: /^axsch:/ }),
    "no_schedules",
  ],
  [
    "takes them and forgets them",
    ({ faults }) => faults.lie((one) => (one === "axsch:SetSchedule" ? "forgets" : null)),
    "hours_not_kept",
  ],
  ["refuses them", ({ state }) => void state.refused.add(hoursToken(LAUNDRY)), "hours_refused"],
])("a unit that %s keeps no hours, and nobody is let in by them", async (_what, change, problem) => {
  const { driver, simulator } = await start();
  change(simulator);
  expect(await giveHours(driver, LAUNDRY)).toEqual({ token: null, problem });
  expect(opened(simulator).some(Boolean)).toBe(false);
});

test("trouble that passes is no answer about hours", async () => {
  const { driver, simulator } = await start();
  simulator.faults.add({ kind: "status", status: 503 }, { on: "axsch:SetSchedule" });
  await expect(driver.keepHours?.(LAUNDRY)).rejects.toMatchObject({ code: "overloaded" });
});

test("a schedule that somebody edits or removes on the unit, and one whose horizon is over, is written anew", async () => {
  const { driver, simulator, setNow } = await start();
  const token = (await giveHours(driver, LAUNDRY))?.token ?? "";
  const kept = { token, problem: null };
  const { schedules } = simulator.state;
  const ours = schedules.get(token);
  if (!ours) throw new Error("no schedule");
  const edits: [edit: () => unknown, instead: "other" | "nothing"][] = [
    [() => schedules.set(ours.token, { ...ours, ExceptionScheduleDefinition: "" }), "other"],
    [
      () =>
        schedules.set(ours.token, {
          ...ours,
          ScheduleDefinition: ours.ScheduleDefinition.replace("T060000", "T050000"),
        }),
      "other",
    ],
    [() => schedules.delete(ours.token), "nothing"],
  ];
  const instead = (what: "other" | "nothing") => ({ ...kept, instead: what });
  for (const [edit, what] of edits) {
    edit();
    expect(await driver.keepHours?.(LAUNDRY)).toEqual(instead(what));
    expect(schedules.get(ours.token)).toEqual(ours);
  }
  // A schedule of earlier months is renewed; nobody edited it.
  for (const month of ["2026-12-01T11:00:00Z", "2028-11-01T11:00:00Z"]) {
    setNow(new Date(month));
    expect(await driver.keepHours?.(LAUNDRY)).toEqual(kept);
    schedules.set(ours.token, ours);
  }
  const later = new Date("2028-12-01T11:00:00Z");
  setNow(later);
  const [door = ""] = simulator.doorTokens;
  expect(simulator.wouldOpen(PIN, door, later)).toBe(false);
  expect(await driver.keepHours?.(LAUNDRY)).toMatchObject(kept);
  expect(simulator.wouldOpen(PIN, door, later)).toBe(true);
});

test.each<[what: string, side: "in" | "out", change: (policy: { Schedule: string[] }, hours: string) => void]>([
  ["two schedules in one policy", "in", (policy) => policy.Schedule.push("standard_office_hours")],
  ["a holiday in its list", "in", (policy) => policy.Schedule.push("holiday")],
  ["all hours on the way in", "in", (policy) => (policy.Schedule = ["standard_always"])],
  ["hours on the way out", "out", (policy, hours) => (policy.Schedule = [hours])],
  ["a holiday beside all hours on the way out", "out", (policy) => policy.Schedule.push("holiday")],
])("a profile with %s reads as another", async (_what, side, change) => {
  const { driver, simulator } = await start();
  await giveHours(driver, LAUNDRY);
  const read = async () => (await driver.listProfiles()).find(({ token }) => token === "wp-door-1");
  const before = await read();
  const [hours] = before?.byHours ?? [];
  for (const policy of simulator.state.accessProfiles.get("wp-door-1")?.AccessPolicy ?? []) {
    const isEntry = policy.AccessPoint === hours?.accessPointToken;
    if (isEntry === (side === "in")) change(policy, hours?.schedule ?? "");
  }
  expect(await read()).not.toEqual(before);
});

test("a dry run asks on the way in, where hours hold", async () => {
  const { driver, simulator, setNow } = await start();
  await giveHours(driver, LAUNDRY);
  const [door = ""] = simulator.doorTokens;
  expect(await driver.verifyPin?.(PIN, door)).toMatchObject({ granted: true });
  setNow(new Date("2026-11-29T22:00:00Z"));
  expect(await driver.verifyPin?.(PIN, door)).toMatchObject({ granted: false });
});

test("a schedule that no profile names any more is removed, others' are not", async () => {
  const { driver, simulator } = await start();
  const first = await giveHours(driver, LAUNDRY);
  const second = await giveHours(driver, { hours: weekly(420, 600), days: [] });
  const before = simulator.state.schedules.size;
  expect(await driver.removeUnusedProfiles?.()).toBe(1);
  const { schedules } = simulator.state;
  expect([schedules.has(first?.token ?? ""), schedules.has(second?.token ?? "")]).toEqual([false, true]);
  expect(schedules.size).toBe(before - 1);
});

test("a joint profile of many doors keeps the hours of each", async () => {
  const doors = Array.from({ length: 22 }, (_, index) => ({ name: `Dörr ${index}`, exit: "reader" as const }));
  const { driver, simulator } = await start({ doors });
  const [kept, other] = [
    await driver.keepHours?.(LAUNDRY),
    await driver.keepHours?.({ hours: weekly(480, 540), days: [] }),
  ];
  const profileTokens: string[] = [];
  for (const [index, door] of (await driver.readDoors()).entries()) {
    const entries = door.entryTokens ?? [];
    const schedule = [kept?.token, other?.token, null][index % 4] ?? null;
    const byHours = index % 4 === 3 ? [] : entries.map((accessPointToken) => ({ accessPointToken, schedule }));
    const atAllHours =
      index % 4 === 3 ? door.accessPointTokens : door.accessPointTokens.filter((one) => !entries.includes(one));
    const token = `wp-door-${index}`;
    profileTokens.push(await driver.putDoorProfile({ token, name: door.name, accessPointTokens: atAllHours, byHours }));
  }
  profileTokens.sort();
  await driver.putUser({ token: "wp-u-1", firstName: "Anna", lastName: "Berg" });
  const window = { validFrom: null, validTo: null, enabled: true };
  await driver.putCredential({ token: "wp-c-1", userToken: "wp-u-1", pin: PIN, ...window, profileTokens });
  expect(simulator.credentials()[0]?.CredentialAccessProfile).toHaveLength(1);
  expect((await driver.getCredentials(["wp-c-1"]))[0]?.profileTokens).toEqual(profileTokens);
  const at = (time: string) =>
    simulator.doorTokens.slice(0, 4).map((door) => simulator.wouldOpen(PIN, door, new Date(time)));
  expect([at("2026-12-01T07:30:00Z"), at("2026-12-01T12:00:00Z"), at("2026-12-01T23:00:00Z")]).toEqual([
    [true, true, false, true],
    [true, false, false, true],
    [false, false, false, true],
  ]);
});
