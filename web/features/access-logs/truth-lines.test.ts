import { expect, test } from "vitest";
import type { PassageTruths } from "#contract/functions/explain-passage.ts";
import { truthLines } from "./truth-lines.ts";

const truths = (allowed: boolean | null, state: PassageTruths["held"]["state"], granted: boolean): PassageTruths => ({
  wished: { allowed, because: allowed === false ? "no_assignment" : null },
  held: { state, since: null },
  decided: { granted, reason: granted ? null : "not_permitted" },
});
const apart = (given: PassageTruths) =>
  truthLines(given)
    .lines.filter(({ differs }) => differs)
    .map(({ source }) => source);

test("a door that did what was wished agrees, whatever else the controller held", () => {
  expect(truthLines(truths(false, "present", false)).agree).toBe(true);
  expect(apart(truths(false, "present", false))).toEqual([]);
  expect(truthLines(truths(true, "present", true)).agree).toBe(true);
});

test("a code that was not there yet is what differs, else the door's answer is", () => {
  expect(apart(truths(true, "absent", false))).toEqual(["held"]);
  expect(apart(truths(true, "present", false))).toEqual(["decided"]);
  expect(apart(truths(true, "unknown", false))).toEqual(["decided"]);
});

test("an older copy differs, and a code for other doors would not let in here", () => {
  expect(apart(truths(true, "different", false))).toEqual(["held"]);
  expect(truthLines(truths(false, "present", false)).lines[1]).toMatchObject({ says: "no", state: "elsewhere" });
  expect(truthLines(truths(true, "present", false)).lines[1]).toMatchObject({ says: "yes", state: "present" });
});

test("a removed code that still opened differs at the controller", () => {
  expect(apart(truths(false, "present", true))).toEqual(["held"]);
});

test("a code that the controller held without power would not let in, and agrees with a refusal", () => {
  const { agree, lines } = truthLines(truths(false, "suspended", false));
  expect(agree).toBe(true);
  expect(lines[1]).toMatchObject({ source: "held", says: "no", state: "suspended", differs: false });
  expect(apart(truths(true, "different", false))).toEqual(["held"]);
});

test("what was wished is not known: nothing agrees and nothing differs", () => {
  const { agree, lines } = truthLines(truths(null, "present", false));
  expect(agree).toBe(false);
  expect(lines.map(({ says, differs }) => [says, differs])).toEqual([
    ["unknown", false],
    ["yes", false],
    ["no", false],
  ]);
});
