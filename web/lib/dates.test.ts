import { expect, test } from "vitest";
import {
  formatClock,
  formatDay,
  formatDayOfMonth,
  formatEnd,
  formatExact,
  formatHour,
  formatLongDay,
  formatMinute,
  formatMoment,
  formatNamedMoment,
  formatNumber,
  formatPercent,
  formatShortDay,
  formatTime,
  formatWeek,
  formatWeekday,
  formatWeekdayAndDay,
} from "./dates.ts";

// Covers: 9.8
test("a system list shows the Stockholm day, also when it is another day in UTC", () => {
  expect(formatDay("2026-11-20T23:30:00Z")).toBe("2026-11-21");
});

// Covers: 9.8
test("an organisation list writes the month in Swedish", () => {
  expect(formatLongDay("2026-05-12T10:00:00Z")).toBe("12 maj 2026");
  expect(formatLongDay("2026-11-01T10:00:00Z")).toBe("1 november 2026");
});

test("short months carry no full stop", () => {
  expect(formatShortDay("2026-11-21T10:00:00Z")).toBe("21 nov 2026");
});

test("an exact time is Stockholm's local time, summer and winter", () => {
  expect(formatExact("2026-07-01T12:00:00Z")).toBe("2026-07-01 14:00:00");
  expect(formatExact("2026-12-01T12:00:00Z")).toBe("2026-12-01 13:00:00");
});

test("the last days of a year can belong to the first week of the next", () => {
  expect(formatWeek("2025-12-30T12:00:00Z")).toBe("v.1 2026");
});

// Covers: 8.13
test.each(["igår", "2026-99-99"])("a text that is no date is shown as it came: %s", (value) => {
  expect(formatLongDay(value)).toBe(value);
});

test("nothing is an en dash", () => {
  expect(formatDay(null)).toBe("–");
});

test("thousands are parted by a thin space and a share is whole percent", () => {
  expect(formatNumber(3418)).toBe("3\u202f418");
  expect(formatPercent(0.64)).toBe("64\u00a0%");
});

test("a day stands with its weekday, or without its year", () => {
  expect(formatWeekdayAndDay("2026-11-21T23:30:00Z")).toBe("söndag 22 november");
  expect(formatWeekday("2026-11-21T12:00:00Z")).toBe("lördag");
  expect(formatDayOfMonth("2026-05-03T12:00:00Z")).toBe("3 maj");
  expect(formatDayOfMonth("2026-09-03T12:00:00Z")).toBe("3 sep");
});

test("a time is of two digits, and midnight is 00", () => {
  expect(formatTime("2026-11-20T23:05:09Z")).toBe("00:05:09");
  expect(formatClock("2026-11-20T23:05:09Z")).toBe("00:05");
  expect(formatHour("2026-07-01T07:00:00Z")).toBe("09");
  expect(formatHour("nej")).toBe("nej");
});

test("a moment of today is its time, and of another day its day and time", () => {
  expect(formatMinute("2026-11-21T13:02:11Z")).toBe("2026-11-21 14:02");
  expect(formatMoment("2026-11-21T13:02:11Z", "2026-11-21T20:00:00Z")).toBe("14:02");
  expect(formatMoment("2026-11-20T13:02:11Z", "2026-11-21T20:00:00Z")).toBe("i går 14:02");
  expect(formatMoment("2026-11-19T13:02:11Z", "2026-11-21T20:00:00Z")).toBe("19 nov 2026 14:02");
});

test("a named time has the day of Stockholm, in words while it is near", () => {
  const now = "2026-11-21T11:00:00Z";
  expect(formatNamedMoment("2026-11-20T23:30:00Z", now)).toBe("i dag 00:30");
  expect(formatNamedMoment("2026-11-20T22:30:00Z", now)).toBe("i går 23:30");
  expect(formatNamedMoment("2026-03-12T12:00:00Z", now)).toBe("12 mars 2026");
  expect(formatNamedMoment("2026-11-22T12:00:00Z", now)).toBe("22 november 2026");
  // The day before is a calendar's day, also when it had 25 hours.
  expect(formatMoment("2026-10-24T22:30:00Z", "2026-10-26T22:30:00Z")).toBe("i går 00:30");
});

test("a period's end repeats no day", () => {
  expect(formatEnd("2026-11-21T14:10:00Z", "2026-11-21T13:02:00Z")).toBe("15:10");
  expect(formatEnd("2026-11-22T14:10:00Z", "2026-11-21T13:02:00Z")).toBe("2026-11-22 15:10");
});
