// Cases for an installer's changes on the device: schedules that close a door, and doors that are switched off.
import assert from "node:assert/strict";
import type { ConformanceCase } from "./conformance.ts";
import { type DoorHarness, grant, INSIDE, pinOf, WEEKDAY } from "./conformance-grants.ts";

export const scheduleCases: readonly ConformanceCase<DoorHarness>[] = [
  {
    name: "a profile whose list of schedules also has one that closes it does not read as opening at any hour",
    async run({ open, device }) {
      if (!device.installer) return;
      const driver = open();
      await grant(driver, device, 1);
      const [first = ""] = device.doorTokens;
      device.installer.closeProfile("wp-door-0");
      assert.equal(device.opens(pinOf(device), first, INSIDE), false);
      const read = async () => (await driver.listProfiles()).find((one) => one.token === "wp-door-0");
      assert.equal((await read())?.always, false);
      const door = (await driver.readDoors()).find((one) => one.doorToken === first);
      await driver.putDoorProfile({
        token: "wp-door-0",
        name: "Portal",
        accessPointTokens: door?.accessPointTokens ?? [],
      });
      assert.equal((await read())?.always, true);
      assert.equal(device.opens(pinOf(device), first, INSIDE), true);
    },
  },
  {
    name: "a door that is switched off on the device lets nobody in, and says so",
    async run({ open, device }) {
      if (!device.installer) return;
      const driver = open();
      await grant(driver, device, 1);
      const [first = "", second = ""] = device.doorTokens;
      device.installer.switchOff(first);
      assert.equal(device.opens(pinOf(device), first, INSIDE), false);
      const uses = new Map((await driver.readDoors()).map(({ doorToken, pinUse }) => [doorToken, pinUse]));
      assert.deepEqual([uses.get(first), uses.get(second)], ["nobody", device.pinUses[1]]);
    },
  },
  ...(["exception", "shorter", "removed"] as const).map((how) => ({
    name: `where the device's own schedule of all hours was changed (${how}), a profile of ours says so and opens again once written`,
    async run({ open, device }: DoorHarness) {
      if (!device.installer) return;
      const driver = open();
      await grant(driver, device, 1);
      device.installer.changeAlways(how);
      const [first = ""] = device.doorTokens;
      const opened = () => [INSIDE, WEEKDAY].map((at) => device.opens(pinOf(device), first, at));
      assert.deepEqual(opened(), [false, how !== "removed"]);
      const read = async () => (await driver.listProfiles()).find((one) => one.token === "wp-door-0");
      assert.equal((await read())?.always, false);
      const door = (await driver.readDoors()).find((one) => one.doorToken === first);
      const { accessPointTokens = [] } = door ?? {};
      await driver.putDoorProfile({ token: "wp-door-0", name: "Portal", accessPointTokens });
      assert.equal((await read())?.always, true);
      // The reader's own rule may hold by the changed schedule.
      const use = { exception: "hours", shorter: "hours", removed: "never" }[how];
      assert.equal(door?.pinUse, opened()[0] ? "always" : use);
      assert.equal(door?.pinHours?.exceptions, use === "hours" && !opened()[0] ? how === "exception" : undefined);
    },
  })),
];
