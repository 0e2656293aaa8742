// A door that the unit unlocks by itself, as the vendor's pages describe it: entries in order, levels of priority, no action at an end.
import { afterEach, expect, test } from "vitest";
import { vapix } from "../testing/call-device.ts";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "./server.ts";
import { setHoursAtLowerLevel } from "./unlock-hours.ts";

let open: AxisSimulator | undefined;
afterEach(async () => open?.close());

const OFFICE = "standard_office_hours";
/** A Monday in Stockholm: before, in and after office hours. */
const [BEFORE, DURING, AFTER] = ["2026-11-30T06:30:00Z", "2026-11-30T11:00:00Z", "2026-11-30T17:00:00Z"] as const;

async function start(options: AxisSimulatorOptions = {}) {
  let now: string = BEFORE;
  open = await startAxisSimulator({
    https: false,
    policy: "basic",
    doors: [{ name: "Entré", unlockedAt: [OFFICE] }],
    world: () => Date.parse(now),
    ...options,
  });
  const device = open;
  const [Token = ""] = device.doorTokens;
  const ask = async (operation: string, args: object = { Token }) =>
    (await vapix(device.url, "/vapix/doorcontrol", { [operation]: args })).json;
  const modeAt = async (time: string) => {
    now = time;
    return Object((await ask("tdc:GetDoorState"))["DoorState"]).DoorMode;
  };
  return { device, Token, ask, modeAt };
}

test("the configuration of a door names its scheduled states, and one without hours none", async () => {
  const { ask, Token } = await start({ doors: [{ name: "Entré", unlockedAt: [OFFICE] }, { name: "Garage" }] });
  const { DoorConfiguration } = await ask("axtdc:GetDoorConfigurationList", {});
  expect(DoorConfiguration).toMatchObject([{ DoorScheduleConfiguration: Token }, { DoorScheduleConfiguration: "" }]);
  expect(await ask("axtdc:GetDoorScheduleConfiguration", { Token: [Token] })).toEqual({
    DoorScheduleConfiguration: [
      {
        token: Token,
        Name: "",
        Description: "",
        DoorSchedule: [
          {
            PriorityLevel: "",
            ScheduledState: [
              { EnterAction: "Unlock", ScheduleToken: [OFFICE] },
              { EnterAction: "Lock", ScheduleToken: ["standard_always"] },
            ],
          },
        ],
      },
    ],
  });
});

test("the door is unlocked when its hours begin and locked when they end, though nobody asked in between", async () => {
  const { modeAt, ask } = await start();
  expect([await modeAt(BEFORE), await modeAt(DURING)]).toEqual(["Locked", "Unlocked"]);
  expect(await ask("axtdc:GetDoorPriorityState")).toEqual({
    DoorPriorityAction: [{ PriorityLevel: "Medium", Reason: "Schedule", DoorAction: "Unlock" }],
  });
  await ask("tdc:LockDoor");
  expect([await modeAt(DURING), await modeAt(AFTER)]).toEqual(["Locked", "Locked"]);
  // The night has passed, and Tuesday's hours have begun.
  expect(await modeAt("2026-12-01T11:00:00Z")).toBe("Unlocked");
});

test("at the factory's single level a command replaces the action of the hours, and a release leaves none", async () => {
  const { modeAt, ask } = await start();
  await modeAt(DURING);
  await ask("tdc:UnlockDoor");
  expect(await ask("axtdc:GetDoorPriorityState")).toMatchObject({ DoorPriorityAction: [{ Reason: "API" }] });
  await ask("axtdc:ReleaseDoor");
  expect([await modeAt(DURING), await modeAt(AFTER)]).toEqual(["Locked", "Locked"]);
});

test("a command at a higher level holds beyond the hours until that level is released", async () => {
  const { device, Token, modeAt, ask } = await start();
  device.faults.editByHand((state) => setHoursAtLowerLevel(state, Token, [OFFICE]));
  expect(await modeAt(DURING)).toBe("Unlocked");
  await ask("tdc:LockDoor", { Token, PriorityLevel: "High" });
  expect(await modeAt(DURING)).toBe("Locked");
  await ask("axtdc:ReleaseDoor", { Token, PriorityLevel: "High" });
  expect(await modeAt(DURING)).toBe("Unlocked");
  await ask("tdc:UnlockDoor");
  expect(await modeAt(AFTER)).toBe("Unlocked");
  await ask("axtdc:ReleaseDoor", { Token, PriorityLevel: "High" });
  expect(await modeAt(AFTER)).toBe("Locked");
  expect(
    (await vapix(device.url, "/vapix/doorcontrol", { "tdc:LockDoor": { Token, PriorityLevel: "None" } })).status,
  ).toBe(400);
});

test("a restart enters the state of the hour anew", async () => {
  const { device, modeAt, ask } = await start();
  await modeAt(DURING);
  await ask("tdc:LockDoor");
  await device.faults.restart();
  expect(await modeAt(DURING)).toBe("Unlocked");
});

test("a locked down door waits for its release, whatever its hours say", async () => {
  const { modeAt, ask } = await start();
  await ask("tdc:LockDownDoor");
  expect(await modeAt(DURING)).toBe("LockedDown");
});
