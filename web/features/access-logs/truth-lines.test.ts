import { expect, test } from "vitest";
import type { PassageSource, PassageTruths } from "#contract/functions/explain-passage.ts";
import { truthLines } from "./truth-lines.ts";

const truths = (
  allowed: boolean | null,
  state: PassageTruths["held"]["state"],
  granted: boolean | null,
): PassageTruths => ({
  wished: { allowed, because: allowed === false ? "no_assignment" : null },
  held: { state, since: null },
  decided: { granted, reason: granted ? null : "not_permitted", device_reason: null },
});
const apart = (given: PassageTruths, source: PassageSource = "door") =>
  truthLines(given, source)
    .lines.filter(({ differs }) => differs)
    .map(({ source }) => source);

test("a door that did what was wished agrees, whatever else the controller held", () => {
  expect(truthLines(truths(false, "present", false), "door").agree).toBe(true);
  expect(apart(truths(false, "present", false))).toEqual([]);
  expect(truthLines(truths(true, "present", true), "door").agree).toBe(true);
});

test("a code that was not there yet is what differs, else the door's answer is", () => {
  expect(apart(truths(true, "absent", false))).toEqual(["held"]);
  expect(apart(truths(true, "present", false))).toEqual(["decided"]);
  expect(apart(truths(true, "unknown", false))).toEqual(["decided"]);
});

test("an older copy differs, and a code for other doors would not let in here", () => {
  expect(apart(truths(true, "different", false))).toEqual(["held"]);
  expect(truthLines(truths(false, "present", false), "door").lines[1]).toMatchObject({
    says: "no",
    state: "elsewhere",
  });
  expect(truthLines(truths(true, "present", false), "door").lines[1]).toMatchObject({ says: "yes", state: "present" });
});

test("a removed code that still opened differs at the controller", () => {
  expect(apart(truths(false, "present", true))).toEqual(["held"]);
});

test("a code that the controller held without power would not let in, and agrees with a refusal", () => {
  const { agree, lines } = truthLines(truths(false, "suspended", false), "door");
  expect(agree).toBe(true);
  expect(lines[1]).toMatchObject({ source: "held", says: "no", state: "suspended", differs: false });
  expect(apart(truths(true, "different", false))).toEqual(["held"]);
});

test("what was wished is not known: nothing agrees and nothing differs", () => {
  const { agree, lines } = truthLines(truths(null, "present", false), "door");
  expect(agree).toBe(false);
  expect(lines.map(({ says, differs }) => [says, differs])).toEqual([
    ["unknown", false],
    ["yes", false],
    ["no", false],
  ]);
});

test("a gate that did not open, or did not say, is what differs, whatever was on its list", () => {
  expect(apart(truths(true, "absent", false), "gate")).toEqual(["decided"]);
  expect(apart(truths(true, "absent", null), "gate")).toEqual(["decided"]);
  expect(truthLines(truths(true, "unknown", null), "gate").lines[2]).toMatchObject({ says: "unknown" });
  expect(apart(truths(false, "present", false), "gate")).toEqual([]);
  expect(truthLines(truths(false, "present", false), "gate").lines[1]).toMatchObject({ state: "present", says: "yes" });
});
