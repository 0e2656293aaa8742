import { describe, expect, test } from "vitest";
import { cutsToDays, onSameDay, onWholeDays } from "./whole-days.rules.ts";

describe("a unit that counts whole days is known by what it gives back", () => {
  const sent = { validFrom: "2026-11-30T23:00:00Z", validTo: "2026-12-31T22:59:59Z" };
  test.each([
    ["both times are cut", { validFrom: "2026-11-30T00:00:00Z", validTo: "2026-12-31T00:00:00Z" }, true],
    ["both are cut by the site's clock", { validFrom: "2026-11-30T23:00:00Z", validTo: "2026-12-30T23:00:00Z" }, true],
    ["only the end is cut", { ...sent, validTo: "2026-12-31T00:00:00Z" }, true],
    ["nothing is changed", sent, false],
    ["another day", { ...sent, validTo: "2027-01-01T00:00:00Z" }, false],
    ["no end at all", { ...sent, validTo: null }, false],
  ])("%s", (_what, read, cuts) => {
    expect(cutsToDays(sent, read)).toBe(cuts);
  });
});

describe("dates for a unit that counts whole days", () => {
  const row = { whole_days: true, desired: true, valid_from: "2026-11-24T08:00:00Z", begins_epoch: null };
  test.each([
    ["a morning", "2026-11-24T07:30:00Z", "2026-11-24T12:00:00Z"],
    ["an evening, whose hour a unit may keep after all", "2026-11-24T19:30:00Z", "2026-11-24T19:30:00Z"],
    ["the last minute of a day", "2026-11-24T22:59:59Z", "2026-11-24T22:59:59Z"],
    ["the first minute, which is yesterday by UTC", "2026-11-24T23:00:30Z", "2026-11-25T12:00:00Z"],
    ["the last hour of a summer's day", "2026-07-01T21:59:59Z", "2026-07-01T21:59:59Z"],
  ])("an end in %s is on the same day by every clock, and never before itself", (_what, valid_to, sent) => {
    const given = onWholeDays({ ...row, valid_to });
    expect(given).toMatchObject({ valid_from: null, valid_to: sent });
    expect(Date.parse(sent)).toBeGreaterThanOrEqual(Date.parse(valid_to));
    for (const read of [`${sent.slice(0, 10)}T00:00:00Z`, `${sent.slice(0, 10)}T23:59:59Z`])
      expect(onSameDay(read, sent)).toBe(true);
  });

  test("a day read back by the site's clock is the same one, and the next day is not", () => {
    const sent = "2026-11-24T19:30:00Z";
    expect(onSameDay("2026-11-23T23:00:00Z", sent)).toBe(true);
    expect(onSameDay("2026-11-25T00:00:00Z", sent)).toBe(false);
    expect(onSameDay("2026-11-23T22:00:00Z", sent)).toBe(false);
  });
});
