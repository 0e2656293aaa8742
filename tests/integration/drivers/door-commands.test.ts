import { afterEach, describe, expect, test } from "vitest";
import { createAxisDriver } from "#drivers/axis/driver.ts";
import { systemClock } from "#drivers/clock.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import type { DoorController } from "#drivers/port.ts";
import { commandDoor, setDoorAlarm } from "#simulators/axis/door-state.ts";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "#simulators/axis/server.ts";
import { setHoursAtLowerLevel } from "#simulators/axis/unlock-hours.ts";
import { paced } from "#tests/support/pace.ts";
import { connectionTo, type Disposable } from "./device-harness.ts";

const open: Disposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function start(options: AxisSimulatorOptions = {}) {
  const simulator = await startAxisSimulator(options);
  open.push(simulator);
  const network = createNetworkPolicy({ allow: [], allowLoopback: true });
  const driver = createAxisDriver(connectionTo(simulator.url), { network, clock: systemClock });
  open.push(driver);
  return { simulator, driver, door: simulator.doorTokens[0] ?? "" };
}

const press = async (driver: DoorController, door: string, timeoutMs = paced(5_000)) =>
  await driver.openDoor?.(door, { timeoutMs });
const openings = (simulator: AxisSimulator, door: string) => simulator.state.doorState(door).openings;
const accessCalls = (simulator: AxisSimulator) => simulator.requests.count("tdc:AccessDoor");

describe("a door is opened once", () => {
  test("and locks itself again", async () => {
    const { simulator, driver, door } = await start();
    expect(await press(driver, door)).toEqual({ outcome: "executed", reason: null });
    expect(openings(simulator, door)).toBe(1);
    expect(await driver.readDoorState?.(door)).toMatchObject({ mode: "accessed" });
  });

  test.each(["BlockDoor", "LockDownDoor", "LockOpenDoor"] as const)("not after %s", async (command) => {
    const { simulator, driver, door } = await start();
    commandDoor(simulator.state, door, command);
    expect(await press(driver, door)).toMatchObject({ outcome: "refused" });
    expect([openings(simulator, door), accessCalls(simulator)]).toEqual([0, 0]);
  });

  test.each([
    { kind: "reset-after" },
    { kind: "hang-after" },
    { kind: "truncated" },
    { kind: "html", status: 500 },
  ] as const)("though its answer is lost: $kind", async (fault) => {
    const { simulator, driver, door } = await start();
    simulator.faults.once(fault, "tdc:AccessDoor");
    expect(await press(driver, door)).toMatchObject({ outcome: "unknown" });
    expect(accessCalls(simulator)).toBe(1);
    expect(openings(simulator, door)).toBeLessThanOrEqual(1);
  });

  test("though its signature is out of date and it signs anew", async () => {
    const { simulator, driver, door } = await start({ policy: "digest" });
    await driver.readDoorState?.(door);
    const release = simulator.faults.hold();
    simulator.faults.once({ kind: "latency", ms: 0 }, "tdc:GetDoorState");
    const pressed = press(driver, door);
    await expect.poll(() => simulator.faults.active()).toEqual([]); // The unit has taken the signature of the first call.
    simulator.expireNonces();
    release();
    expect(await pressed).toEqual({ outcome: "executed", reason: null });
    // The two calls are the driver's first one and the opening.
    expect(simulator.requests.count("unauthenticated")).toBe(2);
    expect(openings(simulator, door)).toBe(1);
  });

  test("not by a device that does not know it, nor after the time", async () => {
    const { simulator, driver, door } = await start();
    expect(await press(driver, "Axis-gone:1")).toMatchObject({ outcome: "refused", reason: "item_not_found" });
    expect(await press(driver, door, 0)).toMatchObject({ outcome: "refused", reason: "timeout" });
    expect(accessCalls(simulator)).toBe(0);
  });
});

describe("the state of a door", () => {
  test("is its lock, its position and its alarm", async () => {
    const { simulator, driver, door } = await start();
    expect(await driver.readDoorState?.(door)).toEqual({ mode: "locked", physical: "closed", alarm: "normal" });
    setDoorAlarm(simulator.state, door, "DoorForcedOpen");
    expect(await driver.readDoorState?.(door)).toEqual({ mode: "locked", physical: "open", alarm: "forced" });
  });

  test("has no position without a sensor", async () => {
    const { driver, door } = await start({ switches: { doorMonitors: false } });
    expect(await driver.readDoorState?.(door)).toEqual({ mode: "locked", physical: null, alarm: null });
  });

  test("changes by a lock and an unlock, which the log names", async () => {
    const { driver, door } = await start();
    await driver.setDoorLock?.(door, "unlocked");
    await driver.setDoorLock?.(door, "unlocked");
    expect(await driver.readDoorState?.(door)).toMatchObject({ mode: "unlocked" });
    await driver.setDoorLock?.(door, "locked");
    expect(await driver.readDoorState?.(door)).toMatchObject({ mode: "locked" });
    expect(await driver.readEvents?.(null, 100)).toMatchObject({ changedDoors: [door] });
  });
});

/** A Monday in Stockholm: before, in and after office hours. */
const BEFORE = new Date("2026-11-30T06:30:00Z");
const DURING = new Date("2026-11-30T11:00:00Z");
const AFTER = new Date("2026-11-30T17:00:00Z");
const OFFICE = "standard_office_hours";

describe("a door that the unit unlocks by its own hours", () => {
  async function startWith(options: AxisSimulatorOptions = {}) {
    const started = await start({ doors: [{ name: "Entré", unlockedAt: [OFFICE] }, { name: "Garage" }], ...options });
    const { simulator, driver, door } = started;
    simulator.setClock(BEFORE);
    const modeAt = async (time: Date) => {
      simulator.setClock(time);
      return (await driver.readDoorState?.(door))?.mode;
    };
    return { ...started, modeAt };
  }

  test("is read with its hours, and another door without any", async () => {
    const { driver } = await startWith();
    const weekly = [{ days: [1, 2, 3, 4, 5], from: "08:00", to: "17:00" }];
    expect((await driver.readDoors()).map(({ name, unlockHours }) => [name, unlockHours])).toEqual([
      ["Entré", { schedules: ["Office Hours"], weekly, exceptions: false }],
      ["Garage", null],
    ]);
  });

  test.each(["at one level", "at a level below"])("is left unlocked by a hold that ends in them, %s", async (where) => {
    const { simulator, driver, door, modeAt } = await startWith();
    if (where !== "at one level") simulator.faults.editByHand((state) => setHoursAtLowerLevel(state, door, [OFFICE]));
    await driver.setDoorLock?.(door, "unlocked");
    expect(await modeAt(DURING)).toBe("unlocked");
    // The hold is ordered anew, as by a worker that finds the door locked by somebody.
    await driver.setDoorLock?.(door, "unlocked");
    expect(await driver.releaseDoor?.(door)).toBe("own_hours");
    expect(await driver.releaseDoor?.(door)).toBe("own_hours");
    expect([await modeAt(DURING), await modeAt(AFTER)]).toEqual(["unlocked", "locked"]);
    expect(Object.keys(simulator.requests.counts()).filter((name) => name.startsWith("axtdc:Set"))).toEqual([]);
  });

  test.each([
    ["at one level", "locked"],
    ["at a level below", "own_hours"],
  ])("is locked by a hold that ends outside them, %s", async (where, left) => {
    const { simulator, driver, door, modeAt } = await startWith();
    if (where !== "at one level") simulator.faults.editByHand((state) => setHoursAtLowerLevel(state, door, [OFFICE]));
    await driver.setDoorLock?.(door, "unlocked");
    expect(await modeAt(BEFORE)).toBe("unlocked");
    expect(await driver.releaseDoor?.(door)).toBe(left);
    expect([await modeAt(BEFORE), await modeAt(DURING), await modeAt(AFTER)]).toEqual(["locked", "unlocked", "locked"]);
  });

  test.each([
    ["its configurations", ["axtdc:GetDoorConfigurationList", "axtdc:GetDoorConfiguration"]],
    ["its schedules", ["axtdc:GetDoorScheduleConfiguration"]],
  ])("of a unit that cannot report %s is locked, and its hours are not known", async (_what, missingOperations) => {
    const { driver, door, modeAt } = await startWith({ switches: { missingOperations } });
    expect((await driver.readDoors()).map(({ unlockHours }) => unlockHours)).toEqual([undefined, undefined]);
    expect(await modeAt(DURING)).toBe("unlocked");
    expect(await driver.releaseDoor?.(door)).toBe("locked");
    expect(await modeAt(DURING)).toBe("locked");
  });

  test("of a unit that does not say which schedules are active is locked", async () => {
    const { driver, door, modeAt } = await startWith({ switches: { missingOperations: ["axsch:ScheduleActive"] } });
    expect(await modeAt(DURING)).toBe("unlocked");
    expect(await driver.releaseDoor?.(door)).toBe("locked");
  });

  test("of a unit without levels of priority is left to its hours all the same", async () => {
    const missing = ["axtdc:GetDoorPriorityState"];
    const { driver, door, modeAt } = await startWith({ switches: { missingOperations: missing } });
    expect(await modeAt(DURING)).toBe("unlocked");
    expect(await driver.releaseDoor?.(door)).toBe("own_hours");
  });
});
