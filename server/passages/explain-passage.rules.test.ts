import { describe, expect, test } from "vitest";
import { DOOR_REASONS, type DoorReason } from "#contract/door-events.ts";
import type { PassageCause } from "#contract/functions/explain-passage.ts";
import { type CredentialThen, explainPassage, type PassageFacts } from "./explain-passage.rules.ts";

const DOOR = "door-1";
const AT = new Date("2026-11-22T17:01:37.000Z");
const hours = (n: number) => new Date(AT.getTime() + n * 3_600_000);

const GOOD: CredentialThen = {
  version: {
    enabled: true,
    removed: false,
    validFrom: hours(-24),
    validTo: hours(24),
    doorIds: [DOOR],
    beginsAt: null,
  },
  changedAt: null,
  doorEnabled: true,
  linked: true,
  held: { state: "present", since: hours(-20) },
  delays: [],
};
const REFUSED: PassageFacts = {
  occurredAt: AT,
  granted: false,
  reason: "other",
  deviceReason: "NoPermission",
  doorId: DOOR,
  clockSkewMs: 0,
  pinUse: "always",
  doorHours: null,
  accessHours: null,
  endUserId: "person",
  isWeeklyCode: false,
  credential: GOOD,
};

const version = (over: Partial<NonNullable<CredentialThen["version"]>>): CredentialThen => ({
  ...GOOD,
  version: {
    enabled: true,
    removed: false,
    validFrom: hours(-24),
    validTo: hours(24),
    doorIds: [DOOR],
    beginsAt: null,
    ...over,
  },
});

/** Each row: the cause, the facts, and the reasons that the device may give for it. */
const SITUATIONS: readonly [PassageCause, Partial<PassageFacts>, readonly DoorReason[]][] = [
  ["expired", { credential: version({ validTo: hours(-1) }) }, ["expired", "other"]],
  ["not_yet_valid", { credential: version({ validFrom: hours(1) }) }, ["not_yet_valid", "other"]],
  ["disabled", { credential: version({ enabled: false }) }, ["disabled", "other"]],
  ["removed", { credential: version({ removed: true, enabled: false, doorIds: [] }) }, ["not_permitted", "other"]],
  ["no_assignment", { credential: version({ doorIds: ["door-2"] }) }, ["not_permitted", "other"]],
  ["door_disabled", { credential: { ...GOOD, doorEnabled: false } }, ["not_permitted"]],
  ["organisation_unlinked", { credential: { ...GOOD, linked: false } }, ["not_permitted"]],
  ["not_yet_on_device", { credential: { ...GOOD, held: { state: "absent", since: hours(-1) } } }, ["unknown_code"]],
  [
    "not_yet_on_device",
    { credential: { ...GOOD, held: { state: "different", since: hours(-9) } } },
    ["expired", "not_permitted", "disabled"],
  ],
  ...(["workers_paused", "restore_held", "controller_unreachable_then"] as const).map(
    (delay): [PassageCause, Partial<PassageFacts>, readonly DoorReason[]] => [
      delay,
      { credential: { ...GOOD, held: { state: "different", since: hours(-9) }, delays: [delay] } },
      ["expired", "not_permitted"],
    ],
  ),
  ["card_required", { pinUse: "never" }, ["not_permitted", "other"]],
  ["nobody_enters", { pinUse: "nobody" }, ["not_permitted", "other"]],
  ["outside_hours", { pinUse: "hours" }, ["outside_hours", "not_permitted", "other"]],
  ["outside_door_hours", { doorHours: "closed" }, ["outside_hours", "not_permitted", "other"]],
  ["outside_door_hours", { doorHours: "closed", pinUse: "hours" }, ["outside_hours", "not_permitted", "other"]],
  ["outside_door_hours", { doorHours: "closed", clockSkewMs: 3_600_000 * 30 }, ["outside_hours", "not_permitted"]],
  // The hours were changed since, so only that there were some is known.
  ["outside_hours", { doorHours: "unknown" }, ["outside_hours", "not_permitted", "other"]],
  ["outside_hours", { doorHours: "open", pinUse: "hours" }, ["not_permitted", "other"]],
  ["device_disagreed", { doorHours: "open" }, ["not_permitted", "other"]],
  ["card_required", { doorHours: "closed", pinUse: "never" }, ["not_permitted", "other"]],
  ["device_clock_wrong", { pinUse: "hours", clockSkewMs: 3_600_000 * 48 }, ["outside_hours", "not_permitted"]],
  [
    "not_yet_on_device",
    { pinUse: "hours", credential: { ...GOOD, held: { state: "different", since: hours(-9) } } },
    ["not_permitted"],
  ],
  ["device_clock_wrong", { clockSkewMs: 3_600_000 * 30 }, ["expired", "not_yet_valid"]],
  ["device_disagreed", {}, ["not_permitted", "other"]],
  ["unknown_code", { credential: null, endUserId: null }, ["unknown_code"]],
  ["unknown_card", { credential: null, endUserId: null }, ["unknown_card"]],
  ["wrong_code", { credential: null, endUserId: null }, ["wrong_code"]],
  // The unit knew the credential: it was a technician's own user, or is no longer the portal's.
  ["refused_by_unit", { credential: null, endUserId: null }, ["not_permitted"]],
  ["refused_otherwise", { credential: null, endUserId: null }, ["other"]],
  ["expired", { credential: null, endUserId: null }, ["expired"]],
  ["refused_by_unit", { credential: { ...GOOD, version: null } }, ["not_permitted"]],
  ["refused_otherwise", { credential: { ...GOOD, linked: null } }, ["other"]],
];

describe("why a door refused", () => {
  test.each(SITUATIONS.flatMap(([cause, over, reasons]) => reasons.map((reason) => [cause, reason, over] as const)))(
    "%s, when the device says %s",
    (cause, reason, over) => {
      expect(explainPassage({ ...REFUSED, reason, ...over }).reasons[0]?.code).toBe(cause);
    },
  );

  test("a refusal without a reason is explained by none", () => {
    for (const credential of [null, { ...GOOD, version: null }])
      expect(explainPassage({ ...REFUSED, reason: null, credential }).reasons).toEqual([
        { code: "no_reason_given", since: null },
      ]);
  });

  test("every reason of a device has a cause of its own where the portal knows nothing", () => {
    const causes = DOOR_REASONS.map((reason) => explainPassage({ ...REFUSED, reason, credential: null }).reasons);
    expect(new Set(causes.map(([first]) => first?.code)).size).toBe(DOOR_REASONS.length);
  });

  test("a suspended code is explained by what ended it, though the device says that it is switched off", () => {
    const held = { state: "suspended", since: hours(-1) } as const;
    const ended = { ...version({ validTo: hours(-1) }), held };
    const explained = explainPassage({ ...REFUSED, reason: "disabled", credential: ended });
    expect(explained.reasons.map(({ code }) => code)).toEqual(["expired"]);
    expect(explained.truths.held).toEqual({ state: "suspended", since: hours(-1).toISOString() });
    const off = { ...version({ enabled: false }), held };
    expect(explainPassage({ ...REFUSED, reason: "disabled", credential: off }).reasons).toMatchObject([
      { code: "disabled" },
    ]);
    const again = explainPassage({ ...REFUSED, reason: "disabled", credential: { ...GOOD, held } });
    expect(again.reasons.map(({ code }) => code)).toEqual(["not_yet_on_device"]);
  });

  test("the setting of that second explains it, not the one of today", () => {
    const fixed = version({ doorIds: [] });
    const { reasons, changed_at } = explainPassage({
      ...REFUSED,
      reason: "not_permitted",
      credential: { ...fixed, changedAt: hours(1) },
    });
    expect(reasons).toEqual([{ code: "no_assignment", since: null }]);
    expect(changed_at).toBe(hours(1).toISOString());
  });

  test("a pause explains nothing that had been written before it", () => {
    const { reasons } = explainPassage({
      ...REFUSED,
      reason: "not_permitted",
      credential: { ...GOOD, delays: ["workers_paused"] },
    });
    expect(reasons).toEqual([{ code: "device_disagreed", since: null }]);
  });

  test("a door without data for that time is no cause, and the desired state is unknown", () => {
    const { reasons, truths } = explainPassage({
      ...REFUSED,
      reason: "expired",
      credential: { ...GOOD, doorEnabled: null, linked: null },
    });
    expect([reasons.map(({ code }) => code), truths.desired.allowed]).toEqual([["expired"], null]);
  });

  test("the desired state before the first stored version is unknown, and not made up", () => {
    const { truths, reasons } = explainPassage({
      ...REFUSED,
      reason: "expired",
      credential: { ...GOOD, version: null },
    });
    expect(truths.desired).toEqual({ allowed: null, because: null });
    expect(reasons).toEqual([{ code: "expired", since: null }]);
  });

  test("the very end of a validity is past it, and its beginning inside", () => {
    expect(explainPassage({ ...REFUSED, credential: version({ validTo: AT }) }).reasons[0]?.code).toBe("expired");
    expect(explainPassage({ ...REFUSED, credential: version({ validFrom: AT }) }).truths.desired.allowed).toBe(true);
  });

  test("two reasons are both named, the portal's own first", () => {
    const { reasons } = explainPassage({
      ...REFUSED,
      reason: "expired",
      clockSkewMs: -3_600_000 * 48,
      credential: version({ enabled: false }),
    });
    expect(reasons.map(({ code }) => code)).toEqual(["disabled", "device_clock_wrong", "expired"]);
  });
});

describe("the door's own hours", () => {
  const closed = { ...REFUSED, reason: "not_permitted", doorHours: "closed" } as const;
  const codes = (facts: PassageFacts) => explainPassage(facts).reasons.map(({ code }) => code);

  test("are the only cause where they were closed, and what the portal wanted", () => {
    const { reasons, truths } = explainPassage({ ...closed, pinUse: "hours" });
    expect(reasons).toEqual([{ code: "outside_door_hours", since: null }]);
    expect(truths.desired).toEqual({ allowed: false, because: "outside_door_hours" });
    expect(codes({ ...closed, reason: "outside_hours" })).toEqual(["outside_door_hours"]);
  });

  test("are no cause on the way out, which opens at all hours", () => {
    const out = explainPassage({ ...closed, granted: true, reason: null });
    expect(out).toMatchObject({ reasons: [], truths: { desired: { allowed: true, because: null } } });
    expect(codes({ ...closed, credential: version({ doorIds: [] }) })).toEqual(["no_assignment"]);
  });

  test.each(["expired", "disabled", "not_yet_valid"] as const)("are no cause where the door says %s", (reason) => {
    expect(codes({ ...closed, reason })).not.toContain("outside_door_hours");
  });

  test("explain nothing of a code that the portal does not know", () => {
    const nobody = { ...closed, credential: null, endUserId: null };
    expect(codes(nobody)).toEqual(["refused_by_unit"]);
    expect(codes({ ...nobody, reason: "outside_hours" })).toEqual(["outside_hours"]);
  });

  test("explain the refusal of a weekly code, and of none that the door did not know", () => {
    const weekly = { ...closed, credential: null, endUserId: null, isWeeklyCode: true };
    expect(codes(weekly)).toEqual(["outside_door_hours"]);
    expect(codes({ ...weekly, doorHours: "open" })).toEqual(["refused_by_unit"]);
    expect(codes({ ...weekly, reason: "unknown_code" })).toEqual(["unknown_code"]);
  });

  test("stand behind the card that the door requires at all hours", () => {
    expect(codes({ ...closed, pinUse: "never" })).toEqual(["card_required", "outside_door_hours"]);
  });
});

describe("a code that the device named was there, though no read-back had shown it yet", () => {
  const held = { state: "absent", since: hours(-1) } as const;
  const heldOf = (over: Partial<PassageFacts>) => explainPassage({ ...REFUSED, ...over }).truths.held;

  test("the code was there as desired if the door acted as desired", () => {
    const elsewhere = { ...version({ doorIds: ["door-2"] }), held };
    expect(heldOf({ credential: elsewhere, reason: "not_permitted" })).toEqual({ state: "present", since: null });
    expect(heldOf({ credential: { ...GOOD, held }, granted: true, reason: null })).toMatchObject({ state: "present" });
  });

  test("otherwise than the portal desired it, where it did not", () => {
    const facts = { ...REFUSED, credential: { ...GOOD, held }, reason: "not_permitted" } as const;
    const { truths, reasons } = explainPassage(facts);
    expect(truths.held).toEqual({ state: "different", since: null });
    expect(reasons.map(({ code }) => code)).toEqual(["not_yet_on_device"]);
    const ended = { ...version({ enabled: false }), held };
    expect(heldOf({ credential: ended, granted: true, reason: null })).toMatchObject({ state: "different" });
  });

  test("and is not there where the device knows no such code", () => {
    expect(heldOf({ credential: { ...GOOD, held }, reason: "unknown_code" })).toMatchObject({ state: "absent" });
  });
});

test("a granted passage has no cause, and says whether the portal desired it", () => {
  const desired = explainPassage({ ...REFUSED, granted: true, reason: null });
  expect(desired).toMatchObject({ reasons: [], truths: { desired: { allowed: true }, decided: { granted: true } } });
  const unwanted = explainPassage({ ...REFUSED, granted: true, reason: null, credential: version({ enabled: false }) });
  expect(unwanted.truths.desired).toEqual({ allowed: false, because: "disabled" });
});
