import { describe, expect, it } from "vitest";
import type { DeviceCredential, DeviceUser } from "#drivers/port.ts";
import {
  type ActualReplica,
  type DesiredContent,
  type DesiredReplica,
  type DeviceChange,
  type OtherCredential,
  planDeviceChanges,
} from "./plan-device-changes.rules.ts";

const anna: DesiredContent = {
  firstName: "Anna",
  lastName: "Svensson",
  pin: "483920",
  validFrom: "2026-11-30T23:00:00Z",
  validTo: "2026-12-31T22:59:59Z",
  wholeDays: false,
  profileTokens: ["wp-door-a", "wp-door-b"],
  isSuspended: false,
};
const granted: DesiredReplica = { userToken: "wp-u-1", credentialToken: "wp-c-1", content: anna };
const removed: DesiredReplica = { ...granted, content: null };
const suspended: DesiredReplica = { ...granted, content: { ...anna, isSuspended: true } };
const user: DeviceUser = { token: "wp-u-1", firstName: "Anna", lastName: "Svensson", name: "Svensson, Anna" };
const credential: DeviceCredential = {
  token: "wp-c-1",
  userToken: "wp-u-1",
  pin: "483920",
  validFrom: "2026-11-30T23:00:00Z",
  validTo: "2026-12-31T22:59:59Z",
  enabled: true,
  profileTokens: ["wp-door-a", "wp-door-b"],
};
const powerless: DeviceCredential = { ...credential, enabled: false, profileTokens: [] };
const inPlace: ActualReplica = { user, credential, others: [] };
const nothing: ActualReplica = { user: null, credential: null, others: [] };
const kinds = (changes: DeviceChange[]) => changes.map((change) => change.kind);

describe("a person who shall have access", () => {
  it("is left alone when everything on the device is right", () => {
    expect(planDeviceChanges(granted, inPlace)).toEqual({ changes: [], differences: [], obstacles: [] });
  });

  // Covers: 4.7
  it("gets the user before the credential", () => {
    const plan = planDeviceChanges(granted, nothing);
    expect(plan.changes).toEqual([
      { kind: "put_user", user: { token: "wp-u-1", firstName: "Anna", lastName: "Svensson" } },
      { kind: "put_credential", credential },
    ]);
    expect(plan.differences).toEqual(["user_missing", "credential_missing"]);
  });

  it("gets only the credential when the user arrived before a crash", () => {
    expect(kinds(planDeviceChanges(granted, { ...nothing, user }).changes)).toEqual(["put_credential"]);
  });

  it("gets only the user when somebody removed it by hand", () => {
    expect(kinds(planDeviceChanges(granted, { ...inPlace, user: null }).changes)).toEqual(["put_user"]);
  });

  it.each([
    ["firstName", { firstName: "Anne" }],
    ["lastName", { lastName: "Berg" }],
  ])("is renamed without touching the credential when %s differs", (_field, name) => {
    const plan = planDeviceChanges(granted, { ...inPlace, user: { ...user, ...name } });
    expect(kinds(plan.changes)).toEqual(["put_user"]);
    expect(plan.differences).toEqual(["name"]);
  });

  it.each<[string, Partial<DeviceCredential>, string]>([
    ["another PIN", { pin: "111222" }, "pin"],
    ["no PIN", { pin: null }, "pin"],
    ["a longer validity", { validTo: "2027-12-31T22:59:59Z" }, "valid_to"],
    ["no end", { validTo: null }, "valid_to"],
    ["an earlier start", { validFrom: "2026-10-01T00:00:00Z" }, "valid_from"],
    ["no start", { validFrom: null }, "valid_from"],
    ["a switched-off credential", { enabled: false }, "disabled"],
    ["one door too many", { profileTokens: ["wp-door-a", "wp-door-b", "wp-door-c"] }, "profiles"],
    ["one door too few", { profileTokens: ["wp-door-a"] }, "profiles"],
    ["a foreign group", { profileTokens: ["wp-door-a", "Axis-x:1"] }, "profiles"],
    ["somebody else's user", { userToken: "other" }, "user_token"],
    ["no user", { userToken: null }, "user_token"],
  ])("has the whole credential written again when the device holds %s", (_case, change, difference) => {
    const plan = planDeviceChanges(granted, { ...inPlace, credential: { ...credential, ...change } });
    expect(plan.changes).toEqual([{ kind: "put_credential", credential }]);
    expect(plan.differences).toEqual([difference]);
  });

  it("needs nothing when the device writes the same instants with an offset or profiles in another order", () => {
    const reported: DeviceCredential = {
      ...credential,
      validFrom: "2026-12-01T00:00:00+01:00",
      validTo: "2026-12-31T23:59:59+01:00",
      profileTokens: ["wp-door-b", "wp-door-a"],
    };
    expect(planDeviceChanges(granted, { ...inPlace, credential: reported }).changes).toEqual([]);
  });

  // Covers: 4.7
  it("keeps the user and loses the credential when the PIN was taken away", () => {
    const plan = planDeviceChanges({ ...granted, content: { ...anna, pin: null } }, inPlace);
    expect(plan.changes).toEqual([{ kind: "remove_credential", token: "wp-c-1" }]);
    expect(plan.differences).toEqual(["credential_left"]);
    expect(
      planDeviceChanges({ ...granted, content: { ...anna, pin: null } }, { ...inPlace, credential: null }).changes,
    ).toEqual([]);
  });

  it("may have no limits at all", () => {
    const content = { ...anna, validFrom: null, validTo: null };
    const limitless = { ...credential, validFrom: null, validTo: null };
    expect(planDeviceChanges({ ...granted, content }, { ...inPlace, credential: limitless }).changes).toEqual([]);
  });
});

describe("a person who shall have no access", () => {
  it("loses the credential before the user", () => {
    const plan = planDeviceChanges(removed, inPlace);
    expect(plan.changes).toEqual([
      { kind: "remove_credential", token: "wp-c-1" },
      { kind: "remove_user", token: "wp-u-1" },
    ]);
    expect(plan.differences).toEqual(["credential_left", "user_left"]);
  });

  it("is gone already when neither token is on the device", () => {
    expect(planDeviceChanges(removed, nothing)).toEqual({ changes: [], differences: [], obstacles: [] });
  });

  it("loses a credential that outlived its user, and a user that outlived its credential", () => {
    expect(kinds(planDeviceChanges(removed, { ...nothing, credential }).changes)).toEqual(["remove_credential"]);
    expect(kinds(planDeviceChanges(removed, { ...nothing, user }).changes)).toEqual(["remove_user"]);
  });
});

describe("a person whose code is suspended", () => {
  it("has it switched off and without doors, in one write", () => {
    const plan = planDeviceChanges(suspended, inPlace);
    expect(plan.changes).toEqual([{ kind: "put_credential", credential: powerless }]);
    expect(plan.differences).toEqual(["enabled", "profiles"]);
  });

  it("is left alone once it is so", () => {
    const plan = planDeviceChanges(suspended, { ...inPlace, credential: powerless });
    expect(plan).toEqual({ changes: [], differences: [], obstacles: [] });
  });

  it.each<[string, Partial<DeviceCredential>, string]>([
    ["switched on by hand", { enabled: true }, "enabled"],
    ["given a door by hand", { profileTokens: ["wp-door-a"] }, "profiles"],
  ])("loses its power again when it was %s", (_case, change, difference) => {
    const plan = planDeviceChanges(suspended, { ...inPlace, credential: { ...powerless, ...change } });
    expect(plan.changes).toEqual([{ kind: "put_credential", credential: powerless }]);
    expect(plan.differences).toEqual([difference]);
  });

  it("is named anew after its power is gone", () => {
    const plan = planDeviceChanges(suspended, { ...inPlace, user: { ...user, lastName: "Berg" } });
    expect(kinds(plan.changes)).toEqual(["put_credential", "put_user"]);
  });

  it.each<[string, ActualReplica]>([
    ["the device has lost it", { ...inPlace, credential: null }],
    ["the device has another PIN of it", { ...inPlace, credential: { ...powerless, pin: "111222" } }],
    ["the device has no PIN of it", { ...inPlace, credential: { ...powerless, pin: null } }],
    [
      "an unmanaged object has the same PIN",
      { ...inPlace, others: [{ token: "x", ownership: "foreign", carriesPin: true }] },
    ],
    [
      "somebody else of ours has the same PIN",
      { ...inPlace, others: [{ token: "wp-c-2", ownership: "source", carriesPin: true }] },
    ],
  ])("is removed when %s, and never brought there", (_case, actual) => {
    const plan = planDeviceChanges(suspended, actual);
    expect(plan.changes).toEqual(planDeviceChanges(removed, actual).changes);
    expect(kinds(plan.changes)).not.toContain("put_credential");
    expect(plan.obstacles).toEqual(planDeviceChanges(removed, actual).obstacles);
  });

  it("counts as different where the device has lost it, so that a comparison finds it", () => {
    expect(planDeviceChanges(suspended, nothing).differences).toEqual(["credential_missing"]);
  });

  it("is never written with power, whatever is on the device", () => {
    for (const startUser of [null, user]) {
      for (const start of [
        null,
        credential,
        powerless,
        { ...credential, validTo: null },
        { ...credential, pin: "1" },
      ]) {
        const { changes } = planDeviceChanges(suspended, { user: startUser, credential: start, others: [] });
        for (const change of changes) {
          if (change.kind !== "put_credential") continue;
          expect(change.credential).toMatchObject({ enabled: false, profileTokens: [] });
        }
      }
    }
  });

  it("has all of its power back when it is switched on again", () => {
    const plan = planDeviceChanges(granted, { ...inPlace, credential: powerless });
    expect(plan.changes).toEqual([{ kind: "put_credential", credential }]);
  });
});

describe("other credentials", () => {
  const other = (change: Partial<OtherCredential>): OtherCredential => ({
    token: "x",
    ownership: "foreign",
    carriesPin: true,
    ...change,
  });

  it.each([granted, removed])("removes an orphan first, even if all else is in place", (desired) => {
    const plan = planDeviceChanges(desired, { ...inPlace, others: [other({ token: "wp-c-9", ownership: "orphan" })] });
    expect(plan.changes[0]).toEqual({ kind: "remove_credential", token: "wp-c-9" });
    expect(plan.differences[0]).toBe("orphan_replica");
  });

  it("writes nothing while another of our sources still carries the new PIN", () => {
    const plan = planDeviceChanges(granted, { ...nothing, others: [other({ token: "wp-c-2", ownership: "source" })] });
    expect(plan.changes).toEqual([]);
    expect(plan.obstacles).toEqual([{ obstacle: "pin_on_other_source", token: "wp-c-2" }]);
  });

  it("writes nothing when a foreign object on the device has the new PIN", () => {
    const plan = planDeviceChanges(granted, { ...nothing, others: [other({})] });
    expect(plan.changes).toEqual([]);
    expect(plan.obstacles).toEqual([{ obstacle: "pin_on_foreign_object", token: "x" }]);
  });

  it("still shortens a replica whose PIN somebody entered again on the device", () => {
    const longer = { ...credential, validTo: "2030-01-01T00:00:00Z" };
    const plan = planDeviceChanges(granted, { user, credential: longer, others: [other({})] });
    expect(kinds(plan.changes)).toEqual(["put_credential"]);
    expect(plan.obstacles).toEqual([]);
  });

  it("does not confirm a removal while another of our sources carries the PIN", () => {
    const plan = planDeviceChanges(removed, { ...nothing, others: [other({ token: "wp-c-2", ownership: "source" })] });
    expect(plan.obstacles).toEqual([{ obstacle: "pin_on_other_source", token: "wp-c-2" }]);
  });

  it("confirms a removal though an unmanaged object carries the PIN", () => {
    expect(planDeviceChanges(removed, { ...nothing, others: [other({})] })).toEqual({
      changes: [],
      differences: [],
      obstacles: [],
    });
  });

  it("never changes a foreign object", () => {
    for (const desired of [granted, removed]) {
      for (const actual of [nothing, inPlace, { ...nothing, credential }, { ...nothing, user }]) {
        for (const carriesPin of [true, false]) {
          const { changes } = planDeviceChanges(desired, { ...actual, others: [other({ carriesPin })] });
          const touched = changes.map((change) => {
            if (change.kind === "put_user") return change.user.token;
            return change.kind === "put_credential" ? change.credential.token : change.token;
          });
          expect(touched).not.toContain("x");
        }
      }
    }
  });
});

describe("a plan that is carried out", () => {
  const users = [null, user, { ...user, lastName: "Berg" }];
  const credentials = [
    null,
    credential,
    { ...credential, pin: "111222" },
    { ...credential, enabled: false, userToken: null },
    { ...credential, validTo: null, profileTokens: [] },
    powerless,
  ];
  it.each([
    ["content", granted],
    ["content without a PIN", { ...granted, content: { ...anna, pin: null } }],
    ["unwanted", removed],
    ["suspended", suspended],
  ])(
    "leaves nothing to do for a person who is %s, from any start and after a stop between any two calls",
    (_case, desired) => {
      for (const startUser of users) {
        for (const startCredential of credentials) {
          const start: ActualReplica = { user: startUser, credential: startCredential, others: [] };
          const planned = planDeviceChanges(desired, start).changes;
          for (let stop = 0; stop <= planned.length; stop++) {
            const after = planned.slice(0, stop).reduce(carryOut, start);
            const end = planDeviceChanges(desired, after).changes.reduce(carryOut, after);
            expect(planDeviceChanges(desired, end).changes).toEqual([]);
          }
        }
      }
    },
  );
});

function carryOut(actual: ActualReplica, change: DeviceChange): ActualReplica {
  switch (change.kind) {
    case "put_user":
      return { ...actual, user: { ...change.user, name: "" } };
    case "put_credential":
      return { ...actual, credential: change.credential };
    case "remove_user":
      return { ...actual, user: null };
    case "remove_credential":
      return { ...actual, credential: actual.credential?.token === change.token ? null : actual.credential };
  }
}
