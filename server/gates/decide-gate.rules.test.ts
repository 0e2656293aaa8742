import { expect, test } from "vitest";
import { decideGate, type GateCandidate, type GateFacts } from "./decide-gate.rules.ts";

const gate = { plateReader: true, enabled: true, hasMacro: true };
const good = (change: Partial<GateCandidate> = {}): GateCandidate => ({
  credentialId: "a",
  enabled: true,
  started: true,
  ended: false,
  assigned: true,
  scheduled: false,
  begins: false,
  usesGate: true,
  alias: false,
  ...change,
});
const decide = (change: Partial<GateFacts>) => decideGate({ gate, plate: "MLB84A", candidates: [good()], ...change });

test("a valid plate at its gate is let in", () => {
  expect(decide({})).toEqual({ granted: true, reason: "valid_credential", credentialId: "a" });
});

// Covers: 4.12
test.each<[string, Partial<GateFacts>, string]>([
  ["an unknown controller", { gate: null }, "gate_not_found"],
  ["a door controller", { gate: { ...gate, plateReader: false } }, "gate_not_found"],
  ["a disabled controller", { gate: { ...gate, enabled: false } }, "invalid_configuration"],
  ["a controller without macro", { gate: { ...gate, hasMacro: false } }, "invalid_configuration"],
  ["an unread plate", { plate: null }, "no_match"],
  ["an unknown plate", { candidates: [] }, "no_match"],
  ["a disabled credential", { candidates: [good({ enabled: false, ended: true })] }, "disabled"],
  ["an expired credential", { candidates: [good({ ended: true, assigned: false })] }, "expired"],
  ["a credential that has not begun", { candidates: [good({ started: false })] }, "not_yet_valid"],
  ["a plate whose membership begins later", { candidates: [good({ assigned: false, begins: true })] }, "not_yet_valid"],
  [
    "an expired plate whose membership begins later",
    { candidates: [good({ ended: true, assigned: false, begins: true })] },
    "expired",
  ],
  ["a plate of another gate", { candidates: [good({ assigned: false })] }, "no_access_assignment"],
  [
    "a plate whose hours there are other",
    { candidates: [good({ assigned: false, scheduled: true })] },
    "outside_hours",
  ],
  [
    "a plate with other hours and a membership that begins later",
    { candidates: [good({ assigned: false, scheduled: true, begins: true })] },
    "outside_hours",
  ],
  [
    "a disabled plate outside its hours",
    { candidates: [good({ enabled: false, assigned: false, scheduled: true })] },
    "disabled",
  ],
])("%s is denied", (_who, facts, reason) => {
  expect(decide(facts)).toMatchObject({ granted: false, reason });
});

test("a plate that two people hold is let in when one of them may", () => {
  const candidates = [good({ credentialId: "expired", ended: true }), good({ credentialId: "valid" })];
  expect(decide({ candidates })).toEqual({ granted: true, reason: "valid_credential", credentialId: "valid" });
});

test("the refusal that came furthest is the reason", () => {
  const candidates = [
    good({ credentialId: "disabled", enabled: false }),
    good({ credentialId: "elsewhere", assigned: false }),
    good({ credentialId: "expired", ended: true }),
  ];
  expect(decide({ candidates })).toEqual({ granted: false, reason: "no_access_assignment", credentialId: "elsewhere" });
});

test("a membership that begins later came further than a plate of another gate", () => {
  const later = good({ credentialId: "later", assigned: false, begins: true });
  const elsewhere = good({ credentialId: "elsewhere", assigned: false });
  for (const candidates of [
    [later, elsewhere],
    [elsewhere, later],
  ])
    expect(decide({ candidates })).toEqual({ granted: false, reason: "not_yet_valid", credentialId: "later" });
});

test("a plate that one person has always and another at other hours is let in as the first one's", () => {
  const closed = good({ credentialId: "closed", assigned: false, scheduled: true });
  const always = good({ credentialId: "always", scheduled: true });
  expect(decide({ candidates: [closed, always] })).toMatchObject({ granted: true, credentialId: "always" });
  expect(decide({ candidates: [closed, good({ assigned: false })] })).toMatchObject({
    reason: "outside_hours",
    credentialId: "closed",
  });
});

test("registrations of an organisation without the gate hide nothing of one that has it", () => {
  const own = good({ credentialId: "own", enabled: false });
  const other = good({ credentialId: "other", assigned: false, usesGate: false });
  expect(decide({ candidates: [other, own] })).toMatchObject({ reason: "disabled", credentialId: "own" });
  expect(decide({ candidates: [other] })).toMatchObject({ reason: "no_access_assignment" });
});

test("a reading that is linked to a car is let in as that car", () => {
  const candidates = [good({ credentialId: "linked", alias: true })];
  expect(decide({ candidates })).toEqual({ granted: true, reason: "valid_credential", credentialId: "linked" });
});

test("a plate of somebody's own at the gate is never let in as another car, even when it is refused", () => {
  const linked = good({ credentialId: "linked", alias: true });
  const blocked = good({ credentialId: "blocked", enabled: false });
  expect(decide({ candidates: [blocked, linked] })).toMatchObject({ granted: false, reason: "disabled" });
  const closed = good({ credentialId: "closed", assigned: false, scheduled: true });
  expect(decide({ candidates: [closed, linked] })).toMatchObject({ granted: false, reason: "outside_hours" });
  const later = good({ credentialId: "later", assigned: false, begins: true });
  expect(decide({ candidates: [later, linked] })).toMatchObject({ granted: false, reason: "not_yet_valid" });
  const elsewhere = good({ credentialId: "elsewhere", assigned: false });
  expect(decide({ candidates: [elsewhere, linked] })).toMatchObject({ granted: true, credentialId: "linked" });
});

test("an old read of a plate that may pass is refused as late; any other reason stays", () => {
  expect(decide({ candidates: [good()], late: true })).toMatchObject({ granted: false, reason: "read_too_late" });
  expect(decide({ candidates: [good({ ended: true })], late: true })).toMatchObject({ reason: "expired" });
  const closed = good({ assigned: false, scheduled: true });
  expect(decide({ candidates: [closed], late: true })).toMatchObject({ reason: "outside_hours" });
});
