import { expect, test } from "vitest";
import { isCameraClockWrong } from "#contract/camera-clock.ts";
import { cameraSkewMs, recentAges } from "./camera-clock.rules.ts";

const T = Date.parse("2026-11-25T12:00:00Z");
const SECOND = 1_000;
/** Makes reads of one car per minute with the given ages at arrival. */
const cars = (...ages: number[]) =>
  ages.map((seconds, minute) => ({ capturedAt: T + minute * 60 * SECOND, ageMs: seconds * SECOND }));

test("no read says nothing", () => {
  expect(cameraSkewMs([])).toBeNull();
});

test.each([
  ["a read that arrives at once", cars(0.4), -400],
  ["the newest, after a late one", cars(9, 0.4), -400],
  ["one from the future", cars(0.4, -3), 3_000],
  ["three cars, all equally old", cars(61, 60, 62.5), -60_000],
])("the clock is as far off as %s shows", (_what, ages, skew) => {
  expect(cameraSkewMs(ages)).toBe(skew);
});

test.each([
  ["two old reads", cars(60, 60)],
  ["three old reads of which one is much older", cars(60, 60, 70)],
  [
    "reads kept during an outage and sent all at once",
    [0, 1, 2, 3, 4].map((n) => ({ capturedAt: T + n * 60_000, ageMs: 600_000 - n * 60_000 })),
  ],
  ["an old read pushed again and again", [1, 2, 3].map((n) => ({ capturedAt: T, ageMs: 60_000 + n }))],
])("%s say nothing", (_what, ages) => {
  expect(cameraSkewMs(ages)).toBeNull();
});

test("a clock that goes wrong is seen at the third car, and one that is put right at the first", () => {
  expect(cameraSkewMs(cars(0.5, 60, 60))).toBeNull();
  expect(cameraSkewMs(cars(0.5, 60, 60, 60))).toBe(-60_000);
  expect(cameraSkewMs(cars(60, 60, 60, 0.5))).toBe(-500);
  expect(cameraSkewMs(cars(60, 60, 0.5, 60))).toBeNull();
});

test("no more reads are kept than are looked at", () => {
  expect(cars(1, 2, 3, 4, 5, 6, 7, 8, 9, 10).reduce(recentAges, [])).toEqual(
    cars(1, 2, 3, 4, 5, 6, 7, 8, 9, 10).slice(2),
  );
});

test.each([
  [-3_999, false],
  [-4_000, true],
  [2_000, false],
  [2_001, true],
])("a clock %s ms off shuts people out: %s", (skew, wrong) => {
  expect(isCameraClockWrong(skew)).toBe(wrong);
});
