import { describe, expect, it } from "vitest";
import { isTrivialPin } from "#contract/pin.ts";
import { weeklyCodeCandidates, weeklyCodeDigits } from "./pick-weekly-code.rules.ts";

describe("a weekly code", () => {
  it.each([
    [null, null, 6],
    [4, 6, 6],
    [4, 4, 4],
    [4, 5, 5],
    [1, 12, 6],
    [5, 4, null],
    [7, 8, null],
  ])("for readers that take %s to %s digits has %s", (pinMin, pinMax, digits) => {
    expect(weeklyCodeDigits({ pinMin, pinMax })).toBe(digits);
  });

  it("is never one that anybody would try first, and keeps its leading zeros", () => {
    const drawn = [111_111, 123_456, 654_321, 7, 7, 480_391];
    const codes = weeklyCodeCandidates(6, 2, () => drawn.shift() ?? 0);
    expect([...codes]).toEqual(["000007", "480391"]);
    expect([...codes].some(isTrivialPin)).toBe(false);
  });
});
