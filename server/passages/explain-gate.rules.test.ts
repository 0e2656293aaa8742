import { describe, expect, test } from "vitest";
import type { AccessReason } from "#contract/devices.ts";
import type { PassageCause } from "#contract/functions/explain-passage.ts";
import { explainGate, type GatePassageFacts, nearCause, type PlateThen } from "./explain-gate.rules.ts";

const GATE = "gate-1";
const AT = new Date("2026-11-22T17:01:37.000Z");
const hours = (n: number) => new Date(AT.getTime() + n * 3_600_000);

const plate = (over: Partial<NonNullable<PlateThen["version"]>> = {}): PlateThen => ({
  version: {
    enabled: true,
    validFrom: hours(-24),
    validTo: hours(24),
    gateIds: [GATE],
    hours: null,
    beginsAt: null,
    ...over,
  },
  changedAt: null,
  held: { state: "unknown", since: null },
});
const REFUSED: GatePassageFacts = {
  occurredAt: AT,
  gateId: GATE,
  reason: "no_match",
  granted: false,
  isRead: true,
  opened: null,
  restoreHeld: false,
  keptList: false,
  nearMiss: false,
  linkedAt: null,
  endUserId: "person",
  credential: plate(),
};
const NOBODYS = { credential: null, endUserId: null };

const SITUATIONS: readonly [PassageCause, AccessReason, Partial<GatePassageFacts>][] = [
  ["expired", "expired", { credential: plate({ validTo: hours(-1) }) }],
  ["not_yet_valid", "not_yet_valid", { credential: plate({ validFrom: hours(1) }) }],
  ["not_yet_valid", "not_yet_valid", { credential: plate({ gateIds: [], beginsAt: hours(2) }) }],
  ["not_yet_valid", "not_yet_valid", { credential: plate({ validFrom: hours(3), gateIds: [], beginsAt: hours(2) }) }],
  ["no_assignment", "no_access_assignment", { credential: plate({ gateIds: [], beginsAt: hours(-2) }) }],
  ["disabled", "disabled", { credential: plate({ enabled: false }) }],
  ["no_assignment", "no_access_assignment", { credential: plate({ gateIds: ["gate-2"] }) }],
  ["organisation_unlinked", "no_access_assignment", {}],
  ["no_assignment", "no_access_assignment", { credential: { ...plate(), version: null } }],
  ["no_assignment", "no_access_assignment", NOBODYS],
  ["outside_access_hours", "outside_hours", { credential: plate({ hours: "closed" }) }],
  ["outside_access_hours", "outside_hours", { credential: plate({ hours: "unknown" }) }],
  ["unknown_plate", "no_match", NOBODYS],
  ["camera_unread", "no_match", { ...NOBODYS, isRead: false }],
  ["near_miss", "no_match", { ...NOBODYS, nearMiss: true }],
  ["near_miss", "no_match", { ...NOBODYS, nearMiss: true, linkedAt: hours(1) }],
  ["unknown_plate", "no_match", { ...NOBODYS, linkedAt: hours(1) }],
  ["gate_unknown", "gate_not_found", { ...NOBODYS, gateId: null }],
  ["gate_not_ready", "invalid_configuration", NOBODYS],
  ["restore_held", "invalid_configuration", { ...NOBODYS, restoreHeld: true }],
  ["read_too_late", "read_too_late", {}],
];

describe("why a gate stayed shut", () => {
  test.each(SITUATIONS)("%s, when the log says %s", (cause, reason, over) => {
    const { reasons, truths } = explainGate({ ...REFUSED, reason, ...over });
    expect(reasons.map(({ code }) => code)).toEqual([cause]);
    expect(truths.decided).toEqual({ granted: false, reason: null, device_reason: null });
    const desired = reason === "read_too_late" ? { allowed: true, because: null } : { allowed: false, because: cause };
    expect(truths.desired).toEqual(desired);
  });

  test("that keeps a list may have opened by it for a plate that was on it, or that was not looked up", () => {
    const said = (over: Partial<GatePassageFacts>) => {
      const { reasons, truths } = explainGate({ ...REFUSED, ...over });
      return [...reasons.map(({ code }) => code), truths.decided.granted];
    };
    const off = { ...NOBODYS, reason: "invalid_configuration", keptList: true } as const;
    expect(said(off)).toEqual(["gate_not_ready", "on_gate_list", null]);
    expect(said({ ...off, restoreHeld: true })).toEqual(["restore_held", "on_gate_list", null]);
    expect(said({ ...off, isRead: false })).toEqual(["gate_not_ready", false]);
    expect(said({ ...NOBODYS, keptList: true })).toEqual(["unknown_plate", false]);
    const late = { reason: "read_too_late", keptList: true } as const;
    for (const [state, rest] of [
      ["present", ["on_gate_list", null]],
      ["different", ["on_gate_list", null]],
      ["absent", [false]],
      ["unknown", [false]],
    ] as const)
      expect(said({ ...late, credential: { ...plate(), held: { state, since: null } } })).toEqual([
        "read_too_late",
        ...rest,
      ]);
  });

  test("all that stood in the way is named, what decided first", () => {
    const credential = plate({ enabled: false, validTo: hours(-2), gateIds: [] });
    const { reasons } = explainGate({ ...REFUSED, reason: "expired", credential });
    expect(reasons).toEqual([
      { code: "expired", since: hours(-2).toISOString() },
      { code: "disabled", since: null },
      { code: "no_assignment", since: null },
    ]);
  });

  test("hours are named beside what decided only where they are known and a right was there", () => {
    const codesOf = (over: Parameters<typeof plate>[0]) =>
      explainGate({ ...REFUSED, reason: "disabled", credential: plate({ enabled: false, ...over }) }).reasons.map(
        ({ code }) => code,
      );
    expect(codesOf({ hours: "closed" })).toEqual(["disabled", "outside_access_hours"]);
    expect(codesOf({ hours: "open" })).toEqual(["disabled"]);
    expect(codesOf({ hours: "unknown" })).toEqual(["disabled"]);
    expect(codesOf({ hours: "closed", gateIds: [] })).toEqual(["disabled", "no_assignment"]);
  });

  test("the log is believed where what was kept of the plate says nothing of it", () => {
    const { reasons } = explainGate({ ...REFUSED, reason: "expired", credential: plate() });
    expect(reasons).toEqual([{ code: "expired", since: null }]);
  });

  test("a change after the passage is shown, and explains nothing", () => {
    const credential = { ...plate({ gateIds: [] }), changedAt: hours(1) };
    const explained = explainGate({ ...REFUSED, reason: "no_access_assignment", credential });
    expect(explained.changed_at).toBe(hours(1).toISOString());
    expect(explained.reasons).toEqual([{ code: "no_assignment", since: null }]);
  });
});

describe("a car that the reading is nearly", () => {
  const causeOf = (over: Parameters<typeof plate>[0], givenAt: Date | null = null) =>
    nearCause({ ...plate(over), givenAt }, { occurredAt: AT, gateId: GATE });

  test("was misread where a right reading would have opened, or nothing else is known of then", () => {
    expect(causeOf({})).toEqual({ code: "near_miss", since: null });
    expect(nearCause({ version: null, givenAt: null }, { occurredAt: AT, gateId: GATE }).code).toBe("near_miss");
  });

  test("would not have been let in by a right reading either", () => {
    expect(causeOf({ enabled: false })).toEqual({ code: "disabled", since: null });
    expect(causeOf({ validTo: hours(-1) })).toEqual({ code: "expired", since: hours(-1) });
    expect(causeOf({ gateIds: ["gate-2"] })).toEqual({ code: "no_assignment", since: null });
    expect(causeOf({ hours: "closed" })).toEqual({ code: "outside_access_hours", since: null });
  });

  test("had another plate then, or none", () => {
    expect(causeOf({ enabled: false }, hours(1))).toEqual({ code: "given_after", since: hours(1) });
  });
});

describe("a gate that the portal wanted to open", () => {
  const granted = { ...REFUSED, reason: "valid_credential", granted: true } as const;

  test("and that opened needs no cause", () => {
    const { reasons, truths } = explainGate({ ...granted, opened: true });
    expect([reasons, truths.decided.granted]).toEqual([[], true]);
  });

  test("refused", () => {
    const { reasons, truths } = explainGate({ ...granted, opened: false });
    expect(reasons).toEqual([{ code: "gate_refused", since: null }]);
    expect([truths.desired.allowed, truths.decided.granted]).toEqual([true, false]);
  });

  test("and that did not say whether it opened is not said to have stayed shut", () => {
    const { reasons, truths } = explainGate(granted);
    expect(reasons).toEqual([{ code: "gate_notified_unknown", since: null }]);
    expect([truths.desired.allowed, truths.decided.granted]).toEqual([true, null]);
  });

  test("and holds a list of plates says what was on it then", () => {
    const held = { state: "absent", since: hours(-1) } as const;
    expect(explainGate({ ...granted, opened: true, credential: { ...plate(), held } }).truths.held).toEqual({
      state: "absent",
      since: hours(-1).toISOString(),
    });
  });
});
