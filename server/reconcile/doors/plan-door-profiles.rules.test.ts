import { describe, expect, it } from "vitest";
import type { DeviceDoor, DeviceDoorProfile } from "#drivers/port.ts";
import { doorPinFacts } from "./door-pin.rules.ts";
import { planDoorProfiles, type StoredDoor } from "./plan-door-profiles.rules.ts";

const tokens = {
  tokenOf: (door: string) => `wp-door-${door}`,
  isOurs: (token: string) => token.startsWith("wp-door-"),
};
const entry: DeviceDoor = {
  doorToken: "d1",
  name: "Entré",
  description: "",
  accessPointTokens: ["in", "out"],
  pinMin: 4,
  pinMax: 6,
  pinUse: "always",
  pinHours: null,
};
const profile: DeviceDoorProfile = {
  token: "wp-door-d1",
  name: "Portal: Entré",
  accessPointTokens: ["out", "in"],
  enabled: true,
  always: true,
};
const row: StoredDoor = {
  id: "1",
  name: "Entré",
  door_name: "Entré",
  device_door_token: "d1",
  access_profile_token: "wp-door-d1",
  pin_alone: false,
  hours: null,
};
const put = { token: "wp-door-d1", name: "Portal: Entré", accessPointTokens: ["in", "out"], pinRules: [] };

describe("a door of the device", () => {
  // Covers: device.13
  it("that is new gets a profile of ours", () => {
    const plan = planDoorProfiles([], [entry], [], tokens);
    expect(plan).toEqual({ doors: [{ id: null, door: entry, profileToken: "wp-door-d1", put }], missing: [] });
  });

  it("is left alone when its profile opens exactly it", () => {
    const plan = planDoorProfiles([row], [entry], [profile], tokens);
    expect(plan.doors).toEqual([{ id: "1", door: entry, profileToken: "wp-door-d1", put: null }]);
  });

  it.each<[string, Partial<DeviceDoorProfile>]>([
    ["opens one direction only", { accessPointTokens: ["in"] }],
    ["opens another door too", { accessPointTokens: ["in", "out", "other"] }],
    ["is switched off", { enabled: false }],
    ["only opens in office hours", { always: false }],
  ])("has our profile written again when it %s", (_case, change) => {
    expect(planDoorProfiles([row], [entry], [{ ...profile, ...change }], tokens).doors[0]?.put).toEqual(put);
  });

  describe("with hours", () => {
    const timed: DeviceDoor = { ...entry, entryTokens: ["in"] };
    const kept: StoredDoor = { ...row, hours: { token: "wp-sch-1", problem: null } };
    const byHours = [{ accessPointToken: "in", schedule: "wp-sch-1" }];
    const held: DeviceDoorProfile = { ...profile, accessPointTokens: ["out"], byHours };
    const putOf = (stored: StoredDoor, door: DeviceDoor, present: DeviceDoorProfile) =>
      planDoorProfiles([stored], [door], [present], tokens).doors[0]?.put;

    it("has them on the way in only", () => {
      expect(putOf(kept, timed, profile)).toEqual({ ...put, accessPointTokens: ["out"], byHours });
      expect(putOf(kept, timed, held)).toBeNull();
    });

    it("has them on its only way", () => {
      const only: DeviceDoor = { ...entry, accessPointTokens: ["in"] };
      expect(putOf(kept, only, profile)).toEqual({ ...put, accessPointTokens: [], byHours });
    });

    it.each<[string, Partial<DeviceDoorProfile>]>([
      ["all hours on the way in", { accessPointTokens: ["in", "out"], byHours: [] }],
      [
        "hours on the way out",
        { accessPointTokens: [], byHours: [...byHours, { accessPointToken: "out", schedule: "wp-sch-1" }] },
      ],
      ["other hours", { byHours: [{ accessPointToken: "in", schedule: "wp-sch-2" }] }],
      ["another schedule beside its own", { always: false, byHours: [] }],
    ])("has our profile written again when that has %s", (_what, change) => {
      expect(putOf(kept, timed, { ...held, ...change })).toEqual({ ...put, accessPointTokens: ["out"], byHours });
    });

    it("lets nobody in where the unit does not keep them", () => {
      const withheld: StoredDoor = { ...row, hours: { token: null, problem: "wrong_time_zone" } };
      const never = [{ accessPointToken: "in", schedule: null }];
      expect(putOf(withheld, timed, held)).toEqual({ ...put, accessPointTokens: ["out"], byHours: never });
      expect(putOf(withheld, timed, { ...held, byHours: never })).toBeNull();
    });

    it("opens at all hours again when they are taken away", () => {
      expect(putOf(row, timed, held)).toEqual(put);
    });

    it("does not borrow another owner's profile", () => {
      const theirs: DeviceDoorProfile = { ...held, token: "theirs" };
      const stored: StoredDoor = { ...kept, access_profile_token: "theirs" };
      expect(putOf(stored, timed, theirs)).toMatchObject({ token: "wp-door-d1", byHours });
    });
  });

  it("has our profile written again when somebody removed it", () => {
    expect(planDoorProfiles([row], [entry], [], tokens).doors[0]?.put).toEqual(put);
  });

  it("uses a profile that already opens exactly it, and never repairs one that is not ours", () => {
    const theirs = { ...profile, token: "Axis-1:1" };
    expect(planDoorProfiles([], [entry], [theirs], tokens).doors[0]).toMatchObject({
      profileToken: "Axis-1:1",
      put: null,
    });
    const stored = { ...row, access_profile_token: "Axis-1:1" };
    const widened = { ...theirs, accessPointTokens: ["in", "out", "other"] };
    expect(planDoorProfiles([stored], [entry], [widened], tokens).doors[0]).toMatchObject({
      profileToken: "wp-door-d1",
      put,
    });
  });

  it("that was recreated under new tokens keeps its row and its profile's token", () => {
    const recreated = { ...entry, doorToken: "d9", accessPointTokens: ["in9", "out9"] };
    const plan = planDoorProfiles([row], [recreated], [profile], tokens);
    expect(plan.missing).toEqual([]);
    expect(plan.doors).toEqual([
      { id: "1", door: recreated, profileToken: "wp-door-d1", put: { ...put, accessPointTokens: ["in9", "out9"] } },
    ]);
  });

  it("is found by the name that an administrator gave it, too", () => {
    const renamed = { ...row, name: "Huvudentrén", door_name: "Entré" };
    expect(planDoorProfiles([renamed], [{ ...entry, doorToken: "d9" }], [], tokens).doors[0]?.id).toBe("1");
  });

  it("is not matched when two doors have the name", () => {
    const twins = [entry, { ...entry, doorToken: "d8" }].map((door) => ({ ...door, doorToken: `${door.doorToken}x` }));
    const plan = planDoorProfiles([row], twins, [], tokens);
    expect(plan.doors.map((door) => door.id)).toEqual([null, null]);
    expect(plan.missing).toEqual(["1"]);
  });

  it("without any direction gets no profile", () => {
    const plan = planDoorProfiles([], [{ ...entry, accessPointTokens: [] }], [], tokens);
    expect(plan.doors[0]).toMatchObject({ profileToken: null, put: null });
  });
});

it("a stored door that the device no longer has is missing, not deleted", () => {
  expect(planDoorProfiles([row], [], [profile], tokens)).toEqual({ doors: [], missing: ["1"] });
});

describe("a door where the portal's people are to get in with a PIN alone", () => {
  const rule = { token: "Axis-1:9", name: "Kod" };
  const locked: DeviceDoor = { ...entry, pinUse: "never", pinRule: rule };
  const desired = { ...row, pin_alone: true };
  const carrying = { ...profile, pinRules: [rule.token] };
  const puts = (stored: StoredDoor, door: DeviceDoor, profiles: DeviceDoorProfile[]) =>
    planDoorProfiles([stored], [door], profiles, tokens).doors[0];

  it("has the unit's rule written into our profile, once", () => {
    expect(puts(desired, locked, [profile])?.put).toEqual({ ...put, pinRules: [rule.token] });
    expect(puts(desired, locked, [carrying])?.put).toBeNull();
  });

  it("has the rule taken out again when it is desired no longer, or somebody put another in", () => {
    expect(puts(row, locked, [carrying])?.put).toEqual(put);
    expect(puts(row, { ...locked, pinRule: undefined }, [carrying])?.put).toEqual(put);
    expect(puts(desired, locked, [{ ...profile, pinRules: ["CardOnly"] }])?.put?.pinRules).toEqual([rule.token]);
  });

  it("gets a profile of ours where one of somebody else's served", () => {
    const theirs = { ...profile, token: "Axis-1:1" };
    expect(puts({ ...desired, access_profile_token: "Axis-1:1" }, locked, [theirs])).toMatchObject({
      profileToken: "wp-door-d1",
      put: { pinRules: [rule.token] },
    });
  });

  it("loses nothing while the unit's rules cannot be read, and the rule when the unit has none any more", () => {
    expect(puts(desired, { ...locked, pinRule: undefined }, [carrying])?.put).toBeNull();
    expect(puts(desired, { ...locked, pinRule: null }, [carrying])?.put).toEqual(put);
    expect(puts(desired, { ...locked, pinRule: null }, [profile])?.put).toBeNull();
  });

  it.each<[string, Partial<DeviceDoor>, DeviceDoorProfile | undefined, string, boolean]>([
    ["always where the profile carries the rule", {}, carrying, "always", true],
    ["what the reader gives without a profile", {}, undefined, "never", false],
    ["what the reader gives without a rule", { pinUse: "hours" }, profile, "hours", false],
    ["what the reader gives with another rule", {}, { ...profile, pinRules: ["CardOnly"] }, "never", true],
    [
      "always where somebody else's profile asks for a PIN alone",
      {},
      { ...carrying, token: "theirs" },
      "always",
      false,
    ],
    ["nothing where the reader lets nobody in", { pinUse: "nobody" }, carrying, "nobody", true],
    ["what nobody knows while the rules cannot be read", { pinRule: undefined }, carrying, "unknown", true],
  ])("has its PINs give %s", (_what, door, held, pinUse, onDevice) => {
    const given = doorPinFacts({ ...locked, ...door }, held, tokens.isOurs);
    expect(given).toMatchObject({ pinUse, pinAloneOnDevice: onDevice });
  });
});
