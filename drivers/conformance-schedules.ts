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
  {
    name: "where the device's own schedule of all hours closes, a PIN has hours at its doors",
    async run({ open, device }) {
      if (!device.installer) return;
      const driver = open();
      await grant(driver, device, 1);
      device.installer.closeAlways();
      const [first = ""] = device.doorTokens;
      assert.deepEqual(
        [INSIDE, WEEKDAY].map((at) => device.opens(pinOf(device), first, at)),
        [false, true],
      );
      const door = (await driver.readDoors()).find((one) => one.doorToken === first);
      assert.equal(door?.pinUse, "hours");
      assert.equal(door?.pinHours?.exceptions, true);
    },
  },
];
