import { expect, test } from "vitest";
import { holdEndAfter, latestHoldEnd, readHoldEnd } from "./hold-end.ts";

const iso = (time: number) => new Date(time).toISOString();
const read = (typed: string, now: string) => {
  const end = readHoldEnd(typed, Date.parse(now));
  return "until" in end ? iso(end.until) : end.fault;
};
/** 14:20:37 in Stockholm, winter time. */
const NOW = "2026-11-23T13:20:37Z";

test.each(["16", "16:00", "16.00", "1600", " 16:00 "])("%j is four o'clock today", (typed) => {
  expect(read(typed, NOW)).toBe("2026-11-23T15:00:00.000Z");
});

test.each([
  ["9:30", "2026-11-23T03:00:00Z", "2026-11-23T08:30:00.000Z"],
  ["930", "2026-11-23T03:00:00Z", "2026-11-23T08:30:00.000Z"],
  // Over midnight.
  ["01:30", NOW, "2026-11-24T00:30:00.000Z"],
  ["24:00", NOW, "2026-11-23T23:00:00.000Z"],
  ["00", NOW, "2026-11-23T23:00:00.000Z"],
  // The latest minute that is allowed, and the nearest one.
  ["02:20", NOW, "2026-11-24T01:20:00.000Z"],
  ["14:21", NOW, "2026-11-23T13:21:00.000Z"],
])("%s at %s is %s", (typed, now, until) => {
  expect(read(typed, now)).toBe(until);
});

test.each([
  ["", "unreadable"],
  ["snart", "unreadable"],
  ["25:00", "unreadable"],
  ["24:01", "unreadable"],
  ["16:60", "unreadable"],
  ["160", "unreadable"],
  ["-1", "unreadable"],
  ["02:21", "too_far"],
  // Already passed today, and more than twelve hours away tomorrow.
  ["14:20", "too_far"],
  ["09:00", "too_far"],
])("%j is %s", (typed, fault) => {
  expect(read(typed, NOW)).toBe(fault);
});

test("in the night to winter time the first of both hours is meant, and after it the second", () => {
  // On 25 October 2026, 03:00 becomes 02:00.
  expect(read("02:30", "2026-10-24T20:00:00Z")).toBe("2026-10-25T00:30:00.000Z");
  expect(read("02:30", "2026-10-25T00:45:00Z")).toBe("2026-10-25T01:30:00.000Z");
  expect(read("05:00", "2026-10-24T20:00:00Z")).toBe("2026-10-25T04:00:00.000Z");
  // Twelve hours are twelve hours, whatever the clock shows.
  expect(read("07:00", "2026-10-24T18:30:00Z")).toBe("2026-10-25T06:00:00.000Z");
  expect(read("08:00", "2026-10-24T18:30:00Z")).toBe("too_far");
});

test("in the night to summer time a time that does not exist is said to be skipped", () => {
  // On 29 March 2026, 02:00 becomes 03:00.
  expect(read("02:30", "2026-03-28T21:00:00Z")).toBe("skipped");
  expect(read("02:00", "2026-03-29T00:59:00Z")).toBe("skipped");
  expect(read("03:00", "2026-03-28T21:00:00Z")).toBe("2026-03-29T01:00:00.000Z");
  expect(read("01:59", "2026-03-28T21:00:00Z")).toBe("2026-03-29T00:59:00.000Z");
  expect(read("02:30", "2026-03-29T02:00:00Z")).toBe("too_far");
});

test("a proposed length ends at a whole minute, twelve hours too", () => {
  const now = Date.parse(NOW);
  expect(iso(holdEndAfter(60, now))).toBe("2026-11-23T14:20:00.000Z");
  expect(holdEndAfter(720, now)).toBe(latestHoldEnd(now));
  expect(holdEndAfter(720, now) - now).toBeLessThanOrEqual(12 * 3_600_000);
});
