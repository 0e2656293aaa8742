import { describe, expect, test } from "vitest";
import { isNightlyDue, latestNight, nextNight } from "./nightly.rules.ts";

const at = (text: string) => new Date(text);
const night = (now: string) => latestNight(at(now), "02:30").toISOString();
const next = (now: string) => nextNight(at(now), "02:30").toISOString();

// Covers: running.23
describe("the night's moment", () => {
  test.each([
    ["winter", "2026-11-28T01:29:59Z", "2026-11-27T01:30:00.000Z", "2026-11-28T01:30:00.000Z"],
    ["the moment itself", "2026-11-28T01:30:00Z", "2026-11-28T01:30:00.000Z", "2026-11-29T01:30:00.000Z"],
    ["summer", "2026-07-01T12:00:00Z", "2026-07-01T00:30:00.000Z", "2026-07-02T00:30:00.000Z"],
    ["the turn of the year", "2027-01-01T00:00:00Z", "2026-12-31T01:30:00.000Z", "2027-01-01T01:30:00.000Z"],
  ])("%s", (_name, now, latest, following) => {
    expect([night(now), next(now)]).toEqual([latest, following]);
  });

  test("that the clock skips in March is once that night, and the one that comes twice in October once", () => {
    // 29 March 2026: 02:00 becomes 03:00 at 01:00Z. 25 October: 03:00 becomes 02:00 at 01:00Z.
    for (const day of ["2026-03-29", "2026-10-25"]) {
      const minutes = Array.from(
        { length: 24 * 60 },
        (_, minute) => new Date(at(`${day}T00:00:00Z`).getTime() + minute * 60_000),
      );
      const moments = new Set(minutes.map((minute) => latestNight(minute, "02:30").toISOString()));
      expect([...moments].filter((moment) => moment.startsWith(day))).toHaveLength(1);
      for (const minute of minutes) {
        expect(latestNight(minute, "02:30") <= minute).toBe(true);
        expect(nextNight(minute, "02:30") > minute).toBe(true);
      }
    }
  });
});

// Covers: running.23
describe("the night's back-up is due", () => {
  const facts = { installedAt: at("2026-01-01T00:00:00Z"), lastMade: null, lastFailed: null };
  const due = (now: string, more: object = {}) => isNightlyDue(at(now), "02:30", { ...facts, ...more });

  test("from its moment until one is whole, also after nights when no server ran", () => {
    const lastMade = at("2026-11-27T01:30:05Z");
    expect(due("2026-11-28T01:29:00Z", { lastMade })).toBe(false);
    expect(due("2026-11-28T01:30:00Z", { lastMade })).toBe(true);
    expect(due("2026-12-24T18:00:00Z", { lastMade })).toBe(true);
    expect(due("2026-11-28T01:31:00Z", { lastMade: at("2026-11-28T01:30:05Z") })).toBe(false);
  });

  test("not in an installation made since that moment, and never where it is off", () => {
    expect(due("2026-11-28T12:00:00Z", { installedAt: at("2026-11-28T01:30:00Z") })).toBe(false);
    expect(due("2026-11-29T01:30:00Z", { installedAt: at("2026-11-28T01:30:00Z") })).toBe(true);
    expect(isNightlyDue(at("2026-11-28T12:00:00Z"), null, facts)).toBe(false);
  });

  test("an hour after a failure, and at once where the clock was ahead at the failure", () => {
    const lastFailed = at("2026-11-28T01:30:00Z");
    expect(due("2026-11-28T02:29:59Z", { lastFailed })).toBe(false);
    expect(due("2026-11-28T02:30:00Z", { lastFailed })).toBe(true);
    expect(due("2026-11-28T02:30:00Z", { lastFailed: at("2031-01-01T00:00:00Z") })).toBe(true);
  });
});
