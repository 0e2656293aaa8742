import { expect, test } from "vitest";
import { askedTime, clockIn, hasPassed } from "./asked-time.ts";

const NOW = new Date("2026-11-29T09:20:40Z");

test.each([
  ["6", "06:00"],
  ["0605", "06:05"],
  ["6.05", "06:05"],
  [" 23:59 ", "23:59"],
  ["24:00", null],
  ["6:5", null],
  ["", null],
  ["nu", null],
])("reads %j as %j", (typed, clock) => {
  expect(clockIn(typed)).toBe(clock);
});

test.each([
  [null, null, null],
  ["2026-12-01", "07:30", "2026-12-01T06:30:00.000Z"],
  // Summer time.
  ["2027-07-01", "07:30", "2027-07-01T05:30:00.000Z"],
  [null, "12:00", "2026-11-29T11:00:00.000Z"],
  ["2026-11-30", null, "2026-11-30T09:20:00.000Z"],
  ["2026-11-29", "10:20", "2026-11-29T09:20:00.000Z"],
  ["2026-11-29", "10:00", "2026-11-29T09:00:00.000Z"],
  ["2026-11-28", null, "2026-11-28T09:20:00.000Z"],
  // The clock skips 02:30 that night.
  ["2027-03-28", "02:30", "2027-03-28T01:30:00.000Z"],
])("asks about %j %j as %j", (day, clock, asked) => {
  expect(askedTime({ day, clock }, NOW)).toEqual(asked);
});

test.each([
  [null, false],
  ["2026-11-29T09:20:00.000Z", false],
  ["2026-11-29T09:19:00.000Z", true],
  ["2026-11-30T09:20:00.000Z", false],
])("a time %j has passed: %j", (at, passed) => {
  expect(hasPassed(at, NOW)).toBe(passed);
});
