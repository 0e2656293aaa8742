import { expect, test } from "vitest";
import { untilNextDay } from "./one-day.ts";

const NEEDS_MS = 90_000;

test.each([
  ["two minutes before midnight", "2026-11-29T22:58:00Z", 0],
  ["a minute before midnight", "2026-11-29T22:59:00Z", 61_000],
  ["at midnight", "2026-11-29T23:00:00Z", 0],
  ["before the night in which the clock goes forward", "2026-03-28T22:59:30Z", 31_000],
  ["before the night in which the clock goes back", "2026-10-24T21:59:30Z", 31_000],
])("a portal of a test starts in the day in which the test ends: %s", (_, instant, wait) => {
  expect(untilNextDay(new Date(instant), NEEDS_MS)).toBe(wait);
});
