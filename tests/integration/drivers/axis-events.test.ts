import { afterEach, describe, expect, test } from "vitest";
import { createAxisDriver } from "#drivers/axis/driver.ts";
import { systemClock } from "#drivers/clock.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import type { DoorController, DoorEventCursor, DoorEventPage } from "#drivers/port.ts";
import { setDoorAlarm } from "#simulators/axis/door-state.ts";
import { pressExit } from "#simulators/axis/reader.ts";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "#simulators/axis/server.ts";
import { connectionTo, type Disposable } from "./device-harness.ts";

const open: Disposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

const ANNA = { firstName: "Anna", lastName: "Berg", pin: "4839" };

async function start(options: AxisSimulatorOptions = {}) {
  const simulator = await startAxisSimulator({ seed: { people: [ANNA] }, ...options });
  open.push(simulator);
  const network = createNetworkPolicy({ allow: [], allowLoopback: true });
  const driver = createAxisDriver(connectionTo(simulator.url), { network, clock: systemClock });
  open.push(driver);
  return { simulator, driver, door: simulator.doorTokens[0] ?? "" };
}

async function read(driver: DoorController, cursor: DoorEventCursor | null = null, limit = 999) {
  const page = await driver.readEvents?.(cursor, limit);
  if (page === undefined || page === "unsupported") throw new Error("no events");
  return page;
}

const kinds = (page: DoorEventPage) => page.events.map((event) => event.kind);
const alarms = (simulator: AxisSimulator, count: number) => {
  const [door = ""] = simulator.doorTokens;
  for (let row = 0; row < count; row += 1) {
    simulator.state.log("Door/State/DoorAlarm", { DoorToken: door, State: "DoorForcedOpen" });
  }
};

describe.each([["A1601"], ["A1001"]] as const)("the log of an %s", (model) => {
  test("names who was let in, who was not and why, and what became of the door", async () => {
    const { simulator, driver, door } = await start({ model });
    simulator.punch(door, ANNA.pin);
    simulator.punch(door, "0000");
    pressExit(simulator.state, door);
    setDoorAlarm(simulator.state, door, "DoorForcedOpen");
    setDoorAlarm(simulator.state, door, "DoorOpenTooLong");
    await simulator.faults.restart();
    const page = await read(driver);
    expect(page.events.filter((event) => event.kind === "access")).toMatchObject([
      { granted: true, credentialToken: simulator.credentials()[0]?.token, reason: null, doorToken: door },
      {
        granted: false,
        credentialToken: null,
        reason: "unknown_code",
        deviceReason: "CredentialNotFound/PIN",
        doorToken: door,
      },
    ]);
    expect(kinds(page)).toEqual(
      expect.arrayContaining(["exit_request", "door_forced", "door_held_open", "controller_restarted"]),
    );
    expect(page).toMatchObject({ gap: null, unreadable: 0 });
  });

  test("says that a reader, a door or the casing was tampered with, and that a reader's battery is low", async () => {
    const { simulator, driver, door } = await start({ model });
    const [reader = ""] = simulator.state.idPoints.keys();
    simulator.state.log("Door/State/DoorTamper", { DoorToken: door, State: "TamperDetected" });
    simulator.state.log("Device/Casing/Open", { State: "1" });
    simulator.state.log("IdPoint/Tampering", { IdPointToken: reader, State: "1" });
    simulator.state.log("IdPoint/Status/BatteryAlarm", { IdPointToken: reader, State: "1" });
    for (const topic of ["IdPoint/Tampering", "IdPoint/Status/BatteryAlarm", "IdPoint/Status/SecureChannel"])
      simulator.state.log(topic, { IdPointToken: reader, State: "0" });
    const page = await read(driver);
    expect(page.events.map(({ kind, doorToken }) => [kind, doorToken])).toEqual([
      ["tamper", door],
      ["tamper", null],
      ["tamper", door],
      ["battery_low", door],
    ]);
  });

  test("is read without emptying the store of alarms", async () => {
    const { simulator, driver } = await start({ model });
    simulator.state.events.alarmFilters = [[{ Key: "State", Value: "DoorForcedOpen" }]];
    alarms(simulator, 3);
    const first = await read(driver);
    await read(driver, first.cursor);
    expect([kinds(first).length, simulator.state.events.alarms.size]).toEqual([3, 3]);
  });

  test("goes on after the last row that was read, and says nothing twice", async () => {
    const { simulator, driver, door } = await start({ model });
    alarms(simulator, 3);
    const first = await read(driver);
    expect(kinds(first)).toHaveLength(3);
    expect(await read(driver, first.cursor)).toMatchObject({ events: [], cursor: first.cursor, gap: null });
    simulator.punch(door, "0000");
    const next = await read(driver, first.cursor);
    expect(next).toMatchObject({ gap: null, events: [{ kind: "access", granted: false }] });
  });

  test("holds no typed PIN, whatever row it stood in", async () => {
    const { simulator, driver, door } = await start({ model });
    const pins = Array.from({ length: 150 }, (_, index) => String(734_000 + index));
    for (const pin of pins) simulator.punch(door, pin);
    simulator.state.log("AccessControl/Denied/Credential", { PIN: "734001", Reason: "734002", State: "734003" });
    const text = JSON.stringify(await read(driver));
    for (const pin of pins) expect(text).not.toContain(`"${pin}"`);
    expect(text).not.toContain("PIN=");
  });

  test("rows that newer ones ran over are a gap", async () => {
    const { simulator, driver } = await start({ model, switches: { eventRing: 20 } });
    alarms(simulator, 1);
    const { cursor } = await read(driver);
    alarms(simulator, 40);
    const page = await read(driver, cursor);
    expect(page.gap).toBe("overrun");
    expect(page.events).toHaveLength(20);
    expect((await read(driver, page.cursor)).gap).toBeNull();
  });

  test.each([
    ["fewer rows than before", 2],
    ["more rows than before", 9],
  ])("a factory reset is a gap, and its %s are read from the first", async (_case, rows) => {
    const { simulator, driver } = await start({ model });
    alarms(simulator, 5);
    const { cursor } = await read(driver);
    simulator.faults.wipe();
    alarms(simulator, rows);
    const page = await read(driver, cursor);
    expect(page).toMatchObject({ gap: "reset" });
    expect(page.events).toHaveLength(rows);
  });

  test("an emptied log keeps the place until it has rows again, which come after a gap", async () => {
    const { simulator, driver } = await start({ model });
    alarms(simulator, 5);
    const { cursor } = await read(driver);
    simulator.faults.wipe();
    expect(await read(driver, cursor)).toMatchObject({ events: [], gap: null, cursor });
    alarms(simulator, 1);
    expect(await read(driver, cursor)).toMatchObject({ gap: "reset" });
  });

  test("a clock that is wrong is measured with every answer", async () => {
    const { simulator, driver } = await start({ model });
    simulator.faults.clockSkew(3_600_000);
    alarms(simulator, 1);
    const { clockSkewMs, events } = await read(driver);
    expect(clockSkewMs).toBeGreaterThan(3_500_000);
    expect(events[0]?.deviceTime.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
  });
});

// The device chooses the words that are looked up.
test("topics named as parts of a program are no events", async () => {
  const { simulator, driver } = await start({ model: "A1001" });
  simulator.state.log("constructor", { State: "constructor" });
  simulator.state.log("Door/State/DoorAlarm", { State: "toString" });
  expect(await read(driver)).toMatchObject({ events: [], gap: null, unreadable: 0 });
});

test("many rows come in pages", async () => {
  const { simulator, driver } = await start();
  alarms(simulator, 25);
  let cursor: DoorEventCursor | null = null;
  const tokens: string[] = [];
  for (let page = 0; page < 5; page += 1) {
    const one: DoorEventPage = await read(driver, cursor, 10);
    tokens.push(...one.events.map((event) => event.token));
    cursor = one.cursor;
    if (!one.more) break;
  }
  expect(new Set(tokens).size).toBe(25);
  expect(tokens).toHaveLength(25);
});

test("schedules of the portal that begin and end are told with their time, where the unit logs them", async () => {
  let now = Date.parse("2026-11-30T06:30:00Z");
  const { simulator, driver } = await start({ switches: { logsSchedules: true }, world: () => now });
  simulator.faults.editByHand(({ schedules }) => {
    const office = schedules.get("standard_office_hours");
    if (office) schedules.set("wp-sch-1", { ...office, token: "wp-sch-1" });
  });
  const { cursor } = await read(driver);
  const edgesAt = async (time: string) => {
    now = Date.parse(time);
    return (await read(driver, cursor)).scheduleEdges;
  };
  const begun = { schedule: "wp-sch-1", isActive: true, deviceTime: new Date("2026-11-30T07:00:00Z") };
  expect(await edgesAt("2026-11-30T06:59:59Z")).toEqual([]);
  expect(await edgesAt("2026-11-30T07:00:00Z")).toEqual([begun]);
  expect(await edgesAt("2026-11-30T16:00:00Z")).toEqual([
    begun,
    { schedule: "wp-sch-1", isActive: false, deviceTime: new Date("2026-11-30T16:00:00Z") },
  ]);
});
