import { expect, test } from "vitest";
import { paceOf } from "#tests/support/pace.ts";
import { minutesHere } from "./slowness.ts";

test.each([
  ["the machine that was measured", 1, 1, 11],
  ["one core of it", 2, 1, 22],
  ["one core with two busy processes beside", 6, 3, 33],
  ["sixteen cores", 0.13, 1, 5],
])("on %s a run takes about as long as it says", (_what, slowness, contention, minutes) => {
  expect(minutesHere(slowness, contention)).toBe(minutes);
});

test("limits grow with slowness, more than it, and never shrink", () => {
  expect([0.1, 1, 2, 6, 60].map(paceOf)).toEqual([1, 1, 2.5, 8.5, 12]);
});
