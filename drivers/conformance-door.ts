import assert from "node:assert/strict";
import { type ConformanceCase, fails } from "./conformance.ts";
import {
  AFTER,
  ANNA,
  annasCredential,
  type DoorHarness,
  grant,
  INSIDE,
  pinOf,
  SUNDAY,
  WEEKDAY,
} from "./conformance-grants.ts";
import { scheduleCases } from "./conformance-schedules.ts";

export const doorDriverCases: readonly ConformanceCase<DoorHarness>[] = [
  {
    name: "a device identifies itself and how many doors it has",
    async run({ open, device }) {
      const identity = await open().identify();
      assert.equal(identity.serial?.toUpperCase(), device.serial.toUpperCase());
      assert.equal(identity.units, device.doorTokens.length);
      assert.equal(identity.certificate?.sha256 ?? null, device.certSha256);
      assert.ok(identity.model, "a model");
      assert.ok(identity.firmware, "a firmware");
      assert.deepEqual(identity.warnings, []);
    },
  },
  {
    name: "a device lists its doors with directions and PIN lengths",
    async run({ open, device }) {
      const doors = await open().readDoors();
      assert.deepEqual(doors.map((door) => door.doorToken).sort(), [...device.doorTokens].sort());
      for (const door of doors) {
        assert.ok(door.accessPointTokens.length > 0 && door.name !== "");
        assert.deepEqual([door.pinMin, door.pinMax], [...device.pinLengths]);
        assert.equal(door.pinUse, device.pinUses[device.doorTokens.indexOf(door.doorToken)], door.name);
      }
    },
  },
  {
    name: "a PIN opens exactly the chosen door, inside its dates",
    async run({ open, device }) {
      const driver = open();
      await grant(driver, device, 1);
      const [first = "", second = ""] = device.doorTokens;
      assert.deepEqual(
        [device.opens(pinOf(device), first, INSIDE), device.opens(pinOf(device), second, INSIDE)],
        [true, false],
      );
      assert.equal(device.opens(pinOf(device), first, AFTER), false);
      const stored = await driver.getCredentials(["wp-c-anna"]);
      assert.deepEqual(stored, [annasCredential(device, ["wp-door-0"])]);
      const [user] = await driver.getUsers([ANNA.token]);
      assert.deepEqual([user?.firstName, user?.lastName], [ANNA.firstName, ANNA.lastName]);
    },
  },
  {
    name: "a PIN opens each door as its rule says, and at every hour where our profile carries a rule of the device",
    async run({ open, device }) {
      const driver = open();
      const profiles = await grant(driver, device, device.doorTokens.length);
      const moments = [WEEKDAY, SUNDAY];
      const opened = () => device.doorTokens.map((door) => moments.map((at) => device.opens(pinOf(device), door, at)));
      assert.deepEqual(
        opened(),
        device.pinUses.map((use) => [use === "always" || use === "hours", use === "always"]),
      );
      for (const [index, door] of (await driver.readDoors()).entries()) {
        const [token = "", rule] = [profiles[index], door.pinRule?.token];
        if (rule === undefined || door.pinUse === "nobody") continue;
        const { accessPointTokens } = door;
        await driver.putDoorProfile({ token, name: "Portal", accessPointTokens, pinRules: [rule] });
        assert.deepEqual(opened()[device.doorTokens.indexOf(door.doorToken)], [true, true], door.name);
      }
    },
  },
  {
    name: "a profile of ours reads back as opening its directions at any hour",
    async run({ open, device }) {
      const driver = open();
      const [door] = await driver.readDoors();
      assert.ok(door);
      await grant(driver, device, 1);
      const profile = (await driver.listProfiles()).find((one) => one.token === "wp-door-0");
      assert.deepEqual(profile?.accessPointTokens, door.accessPointTokens);
      assert.deepEqual([profile?.enabled, profile?.always], [true, true]);
    },
  },
  ...scheduleCases,
  {
    name: "a dry run agrees with the door, whatever action its access points ask for",
    async run({ open, device }) {
      const driver = open();
      if (!driver.verifyPin) return;
      await grant(driver, device, 1);
      const [first = "", second = ""] = device.doorTokens;
      const credential = { ...annasCredential(device, ["wp-door-0"]), validFrom: null, validTo: null };
      await driver.putCredential(credential);
      assert.equal((await driver.verifyPin(pinOf(device), first)).granted, true);
      assert.equal((await driver.verifyPin(pinOf(device), second)).granted, false);
    },
  },
  {
    name: "writing the same person twice leaves one",
    async run({ open, device }) {
      const driver = open();
      await grant(driver, device, 1);
      const before = device.credentialCount();
      await grant(driver, device, 1);
      assert.equal(device.credentialCount(), before);
    },
  },
  {
    name: "a new PIN replaces the old one, and a second door is added",
    async run({ open, device }) {
      const driver = open();
      await grant(driver, device, 2);
      await driver.putCredential({
        ...annasCredential(device, ["wp-door-0", "wp-door-1"]),
        pin: pinOf(device, "775104"),
      });
      const [first = "", second = ""] = device.doorTokens;
      assert.deepEqual(
        [
          device.opens(pinOf(device), first, INSIDE),
          device.opens(pinOf(device, "775104"), first, INSIDE),
          device.opens(pinOf(device, "775104"), second, INSIDE),
        ],
        [false, true, true],
      );
    },
  },
  {
    name: "a disabled credential opens nothing",
    async run({ open, device }) {
      const driver = open();
      await grant(driver, device, 1);
      await driver.putCredential({ ...annasCredential(device, ["wp-door-0"]), enabled: false });
      assert.equal(device.opens(pinOf(device), device.doorTokens[0] ?? "", INSIDE), false);
      assert.equal((await driver.getCredentials(["wp-c-anna"]))[0]?.enabled, false);
    },
  },
  ...(["person", "credential"] as const).map((what) => ({
    name: `a ${what} that the device refuses is named, stands before no other and arrives when it is taken`,
    async run({ open, device }: DoorHarness) {
      const driver = open();
      const profiles = await grant(driver, device, 1);
      const [door = ""] = device.doorTokens;
      const write = async (name: string, pin: string) => {
        await driver.putUser({ token: `wp-u-${name}`, firstName: name, lastName: "Prov" });
        await driver.putCredential({
          ...annasCredential(device, profiles),
          token: `wp-c-${name}`,
          userToken: `wp-u-${name}`,
          pin: pinOf(device, pin),
        });
      };
      const takeAgain = device.refuse(what === "person" ? "wp-u-berit" : "wp-c-berit");
      const error = await fails(write("berit", "620415"), "device_fault");
      assert.equal(error.outcomeUnknown, false);
      await write("cecilia", "591736");
      const opens = (pin: string) => device.opens(pinOf(device, pin), door, INSIDE);
      assert.deepEqual([opens("483920"), opens("620415"), opens("591736")], [true, false, true]);
      assert.deepEqual(await driver.getCredentials(["wp-c-berit"]), []);
      takeAgain();
      await write("berit", "620415");
      assert.deepEqual([opens("483920"), opens("620415"), opens("591736")], [true, true, true]);
    },
  })),
  {
    name: "a removed PIN opens nothing, and removing it again succeeds",
    async run({ open, device }) {
      const driver = open();
      await grant(driver, device, 1);
      for (let time = 0; time < 2; time += 1) {
        await driver.removeCredential("wp-c-anna");
        await driver.removeUser(ANNA.token);
      }
      assert.equal(device.opens(pinOf(device), device.doorTokens[0] ?? "", INSIDE), false);
      assert.deepEqual(await driver.getCredentials(["wp-c-anna"]), []);
      assert.deepEqual(await driver.getUsers([ANNA.token]), []);
    },
  },
  {
    name: "asking for nobody asks the device nothing",
    async run({ open, device }) {
      const driver = open();
      assert.deepEqual([await driver.getUsers([]), await driver.getCredentials([])], [[], []]);
      assert.equal(device.requests(), 0);
    },
  },
  {
    name: "lists hold everybody, over several pages",
    async run({ open, device }) {
      const driver = open();
      assert.ok(device.people >= 250);
      assert.equal((await driver.listUsers()).length, device.people);
      const credentials = await driver.listCredentials();
      assert.equal(new Set(credentials.map((one) => one.token)).size, device.people);
      assert.ok(credentials.every((one) => one.pin !== null));
    },
  },
  {
    name: "a known device costs one round trip per call",
    async run({ open, device }) {
      const driver = open();
      await driver.getUsers(["nobody"]);
      const before = device.requests();
      await driver.getUsers(["nobody"]);
      assert.equal(device.requests() - before, 1);
    },
  },
  {
    name: "calls made at once take turns and all succeed",
    async run({ open }) {
      const driver = open();
      const answers = await Promise.all(Array.from({ length: 8 }, () => driver.getUsers(["nobody"])));
      assert.deepEqual(
        answers,
        Array.from({ length: 8 }, () => []),
      );
    },
  },
  {
    name: "a wrong password is named and not tried twice",
    async run({ open, device }) {
      const error = await fails(open({ password: "wrong" }).identify(), "auth_failed");
      assert.equal(error.retryable, false);
      assert.ok(device.requests() <= 2, "one challenge and one answer");
    },
  },
  {
    name: "a changed certificate is met before anything is sent",
    async run({ open, device }) {
      if (device.certSha256 === null) return;
      await fails(open({ certSha256: "00".repeat(32) }).identify(), "certificate_changed");
      assert.equal(device.requests(), 0);
      const identity = await open({ certSha256: device.certSha256 }).identify();
      assert.equal(identity.certificate?.sha256 ?? null, device.certSha256);
    },
  },
  {
    name: "other hardware at the address is refused",
    async run({ open }) {
      await fails(open({ serial: "00408C000001" }).identify(), "serial_changed");
    },
  },
  {
    name: "an address outside the device networks is never called",
    async run({ open, device }) {
      await fails(open({}, { forbidden: true }).identify(), "address_forbidden");
      assert.equal(device.requests(), 0);
    },
  },
  {
    name: "a device that is off is unreachable, and nothing was sent",
    async run({ open, device }) {
      const driver = open();
      await device.offline();
      const error = await fails(driver.identify(), "unreachable");
      assert.deepEqual([error.retryable, error.outcomeUnknown], [true, false]);
    },
  },
  {
    name: "a lost answer may be repeated and leaves one credential",
    async run({ open, device }) {
      const driver = open();
      await grant(driver, device, 1);
      const before = device.credentialCount();
      for (const fault of ["lost-before-applied", "lost-after-applied"] as const) {
        device.failNext(fault);
        await driver
          .putCredential({ ...annasCredential(device, ["wp-door-0"]), pin: pinOf(device, "112358") })
          .catch(() => undefined);
        await driver.putCredential({ ...annasCredential(device, ["wp-door-0"]), pin: pinOf(device, "112358") });
        assert.equal(device.credentialCount(), before);
        assert.equal(device.opens(pinOf(device, "112358"), device.doorTokens[0] ?? "", INSIDE), true);
      }
    },
  },
  {
    name: "silence ends in a time-out that says the outcome is unknown",
    async run({ open, device }) {
      const driver = open();
      await driver.getUsers(["nobody"]);
      device.failNext("hangs-after-applied");
      const error = await fails(driver.removeUser("nobody"), "timeout");
      assert.deepEqual([error.retryable, error.outcomeUnknown], [true, true]);
      assert.deepEqual(await driver.getUsers(["nobody"]), [], "the next call works");
    },
  },
  ...(
    [
      ["garbage", "nonsense_reply"],
      ["xml", "unsupported_firmware"],
      ["html", "not_this_kind_of_device"],
      ["huge", "reply_too_large"],
      ["redirect", "not_this_kind_of_device"],
      ["overloaded", "overloaded"],
      ["crash", "device_failed"],
    ] as const
  ).map(([fault, code]) => ({
    name: `an answer of kind "${fault}" is named ${code}, and the next call works`,
    async run({ open, device }: DoorHarness) {
      const driver = open();
      await driver.getUsers(["nobody"]);
      device.failNext(fault);
      await fails(driver.listCredentials(), code);
      assert.equal((await driver.listCredentials()).length, device.people);
    },
  })),
  {
    name: "a closed driver sends nothing",
    async run({ open, device }) {
      const driver = open();
      await driver.close();
      await fails(driver.identify(), "aborted");
      assert.equal(device.requests(), 0);
    },
  },
];
