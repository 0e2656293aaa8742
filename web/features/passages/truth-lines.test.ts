import { expect, test } from "vitest";
import type { PassageCause, PassageSource, PassageTruths } from "#contract/functions/explain-passage.ts";
import { truthLines } from "./truth-lines.ts";

type Held = PassageTruths["held"]["state"];

const truths = (
  allowed: boolean | null,
  state: Held,
  granted: boolean | null,
  because: PassageCause = "no_assignment",
): PassageTruths => ({
  desired: { allowed, because: allowed === false ? because : null },
  held: { state, since: null },
  decided: { granted, reason: granted ? null : "not_permitted", device_reason: null },
});
const apart = (given: PassageTruths, source: PassageSource = "door") =>
  truthLines(given, source)
    .lines.filter(({ differs }) => differs)
    .map(({ source }) => source);
const agree = (given: PassageTruths, source: PassageSource = "door") => truthLines(given, source).agree;
const said = (given: PassageTruths) => truthLines(given, "door").lines.map(({ says }) => says);

/**
 * Possible states of a code on a controller. For each: whether it agrees with a code that was rightly let in, and with one that was rightly
 * refused.
 */
const HELD: readonly [Held, { letIn: boolean; refused: boolean }][] = [
  ["present", { letIn: true, refused: true }],
  ["absent", { letIn: false, refused: true }],
  ["suspended", { letIn: false, refused: true }],
  ["different", { letIn: false, refused: false }],
  ["unknown", { letIn: false, refused: false }],
];

test.each(HELD)("all three agree only with what the controller held: %s", (state, { letIn, refused }) => {
  expect(agree(truths(true, state, true))).toBe(letIn);
  expect(agree(truths(false, state, false))).toBe(refused);
  // The door decided against the desired state, so the lines never agree.
  expect(agree(truths(true, state, false))).toBe(false);
  expect(agree(truths(false, state, true))).toBe(false);
});

test("with the controller's state unknown, two equal truths are not three, and neither differs", () => {
  expect(said(truths(false, "unknown", false))).toEqual(["no", "unknown", "no"]);
  expect(apart(truths(false, "unknown", false))).toEqual([]);
  expect(apart(truths(true, "unknown", true))).toEqual([]);
});

test.each(["expired", "not_yet_valid", "disabled"] as const)(
  "a code that was %s says no where it is held, and why",
  (because) => {
    expect(said(truths(false, "present", false, because))).toEqual(["no", "no", "no"]);
    expect(truthLines(truths(false, "present", false, because), "door").lines[1]).toMatchObject({
      state: "present",
      why: because,
      differs: false,
    });
  },
);

test.each(["no_assignment", "door_disabled", "organisation_unlinked"] as const)(
  "a code is held for other doors: %s",
  (because) => {
    expect(truthLines(truths(false, "present", false, because), "door").lines[1]).toMatchObject({
      says: "no",
      state: "elsewhere",
    });
  },
);

test("a code that was not there yet is what differs, else the door's answer is", () => {
  expect(apart(truths(true, "absent", false))).toEqual(["held"]);
  expect(apart(truths(true, "suspended", false))).toEqual(["held"]);
  expect(apart(truths(true, "present", false))).toEqual(["decided"]);
  expect(apart(truths(true, "unknown", false))).toEqual(["decided"]);
  expect(truthLines(truths(true, "present", false), "door").lines[1]).toMatchObject({ says: "yes", state: "present" });
});

test("an older copy differs, and said what the door answered", () => {
  expect(apart(truths(true, "different", false))).toEqual(["held"]);
  expect(apart(truths(false, "different", false))).toEqual(["held"]);
  expect(apart(truths(false, "different", true))).toEqual(["held"]);
  expect(said(truths(true, "different", false))).toEqual(["yes", "no", "no"]);
  expect(said(truths(false, "different", true))).toEqual(["no", "yes", "yes"]);
});

test("a door that opened for a code held as desired, which had ended, is what differs", () => {
  expect(apart(truths(false, "present", true, "expired"))).toEqual(["decided"]);
  expect(said(truths(false, "present", true, "expired"))).toEqual(["no", "no", "yes"]);
});

test("with the desired state unknown, nothing agrees and nothing differs", () => {
  expect(agree(truths(null, "present", false))).toBe(false);
  expect(apart(truths(null, "present", false))).toEqual([]);
  expect(apart(truths(null, "different", false))).toEqual([]);
  expect(said(truths(null, "present", false))).toEqual(["unknown", "yes", "no"]);
});

test("a gate that did not open, or did not say, is what differs, whatever was on its list", () => {
  expect(apart(truths(true, "absent", false), "gate")).toEqual(["decided"]);
  expect(apart(truths(true, "absent", null), "gate")).toEqual(["decided"]);
  expect(truthLines(truths(true, "unknown", null), "gate").lines[2]).toMatchObject({ says: "unknown" });
  expect(apart(truths(false, "present", false), "gate")).toEqual([]);
  expect(truthLines(truths(false, "present", false), "gate").lines[1]).toMatchObject({ state: "present", says: "yes" });
});

test("a gate agrees with its list where it has one, and is never one of three without", () => {
  expect(agree(truths(true, "present", true), "gate")).toBe(true);
  expect(agree(truths(false, "absent", false), "gate")).toBe(true);
  expect(agree(truths(true, "absent", true), "gate")).toBe(false);
  expect(agree(truths(false, "present", false), "gate")).toBe(false);
  expect(agree(truths(true, "unknown", true), "gate")).toBe(false);
});
