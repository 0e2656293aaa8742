import { expect, test } from "vitest";
import { readDoorState } from "./door-commands.ts";
import { deviceThatAnswers } from "./scripted-device.ts";

const stateOf = async (DoorState: object) =>
  await readDoorState(deviceThatAnswers({ "tdc:GetDoorState": { DoorState } }).client, "door-1");

test.each(["Unknown", "", "LOCKED", "Maintenance"])("a lock in the state %o is unknown, never locked", async (mode) => {
  expect(await stateOf({ DoorMode: mode, DoorPhysicalState: "Closed" })).toMatchObject({
    mode: "unknown",
    physical: "closed",
  });
});

test("a position that is not known is unknown, and a door without a sensor has none", async () => {
  expect(await stateOf({ DoorMode: "Locked", DoorPhysicalState: "Ajar" })).toMatchObject({ physical: "unknown" });
  expect(await stateOf({ DoorMode: "Locked" })).toEqual({ mode: "locked", physical: null, alarm: null });
});
