import { describe, expect, test } from "vitest";
import { isOpen } from "./is-open.ts";
import { openWindows } from "./open-windows.ts";
import type { Schedule, ScheduleDay, ScheduleHours } from "./schedule.ts";

const hours = (weekdays: string, from: number, to: number, more: Partial<ScheduleHours> = {}): ScheduleHours[] =>
  Array.from(weekdays, (weekday) => ({
    weekday: Number(weekday),
    from,
    to,
    everyWeeks: 1,
    anchor: "2026-01-01",
    validFrom: null,
    validUntil: null,
    ...more,
  }));

const schedule = (own: ScheduleHours[], days: ScheduleDay[] = []): Schedule => ({ hours: own, days });
const LAUNDRY = schedule(hours("123456", 360, 1320));
const NIGHT = schedule(hours("5", 1320, 120));
const ALWAYS = schedule(hours("1234567", 0, 1440));

describe("a schedule is open", () => {
  test.each([
    ["at its first minute, in winter time", LAUNDRY, "2026-11-30T05:00:00Z", true],
    ["never a second before", LAUNDRY, "2026-11-30T04:59:59.999Z", false],
    ["until a moment before its end", LAUNDRY, "2026-11-30T20:59:59.999Z", true],
    ["never at its end", LAUNDRY, "2026-11-30T21:00:00Z", false],
    ["at the same local time in summer", LAUNDRY, "2026-07-06T04:00:00Z", true],
    ["never on a weekday it does not have", LAUNDRY, "2026-11-29T11:00:00Z", false],
    ["on the night after its day", NIGHT, "2026-11-28T00:59:00Z", true],
    ["never on that night's morning", NIGHT, "2026-11-28T01:00:00Z", false],
    ["never on the night before its day", NIGHT, "2026-11-27T00:30:00Z", false],
    ["at the last moment of a day that ends at 24:00", ALWAYS, "2026-11-30T22:59:59Z", true],
    ["in the hour that comes twice, the first time", ALWAYS, "2026-10-25T00:30:00Z", true],
    ["in the hour that comes twice, the second time", ALWAYS, "2026-10-25T01:30:00Z", true],
    ["from 03:00 where spring skips its start", schedule(hours("7", 150, 240)), "2026-03-29T01:00:00Z", true],
    ["never before that", schedule(hours("7", 150, 240)), "2026-03-29T00:59:00Z", false],
    ["until 02:30 of the first 02:00", schedule(hours("7", 60, 150)), "2026-10-25T00:29:00Z", true],
    ["never after it", schedule(hours("7", 60, 150)), "2026-10-25T00:30:00Z", false],
    ["and again in the second 02:00", schedule(hours("7", 60, 150)), "2026-10-25T01:29:00Z", true],
    ["on a leap day", schedule(hours("2", 0, 1440)), "2028-02-29T12:00:00Z", true],
  ])("%s", (_, given, instant, open) => {
    expect(isOpen(given, new Date(instant))).toBe(open);
  });

  test("every second week across week 53 and before its anchor", () => {
    const cleaning = schedule(hours("2", 420, 540, { everyWeeks: 2, anchor: "2026-12-16" }));
    const days = openWindows(cleaning, "2026-11-01", "2027-01-31").map(({ start }) => start);
    expect(days).toEqual([
      "2026-11-03T07:00",
      "2026-11-17T07:00",
      "2026-12-01T07:00",
      "2026-12-15T07:00",
      "2026-12-29T07:00",
      "2027-01-12T07:00",
      "2027-01-26T07:00",
    ]);
  });

  test("between its first and last day, also past midnight of the last", () => {
    const limited = schedule(hours("1234567", 1320, 60, { validFrom: "2026-12-01", validUntil: "2026-12-02" }));
    expect(openWindows(limited, "2026-11-01", "2026-12-31")).toEqual([
      { start: "2026-12-01T22:00", end: "2026-12-02T01:00" },
      { start: "2026-12-02T22:00", end: "2026-12-03T01:00" },
    ]);
  });
});

describe("days with hours of their own", () => {
  const christmas: ScheduleDay = { from: "2026-12-24", until: "2026-12-25", hours: [] };

  test("replace the week's hours, but not the night that began before them", () => {
    const late = schedule(hours("1234567", 1200, 60), [christmas]);
    expect(openWindows(late, "2026-12-23", "2026-12-26")).toEqual([
      { start: "2026-12-23T00:00", end: "2026-12-23T01:00" },
      { start: "2026-12-23T20:00", end: "2026-12-24T01:00" },
      { start: "2026-12-26T20:00", end: "2026-12-27T00:00" },
    ]);
  });

  test("the first one that has the date decides", () => {
    const longer: ScheduleDay = { from: "2026-12-25", until: "2026-12-25", hours: [{ from: 600, to: 1080 }] };
    const window = [{ start: "2026-12-25T10:00", end: "2026-12-25T18:00" }];
    expect(openWindows(schedule(hours("5", 360, 1320), [longer, christmas]), "2026-12-25", "2026-12-25")).toEqual(
      window,
    );
    expect(openWindows(schedule(hours("5", 360, 1320), [christmas, longer]), "2026-12-25", "2026-12-25")).toEqual([]);
  });
});

describe("windows", () => {
  test("that overlap or touch are one", () => {
    const double = schedule([...hours("1", 360, 720), ...hours("1", 600, 780), ...hours("1", 780, 840)]);
    expect(openWindows(double, "2026-11-30", "2026-11-30")).toEqual([
      { start: "2026-11-30T06:00", end: "2026-11-30T14:00" },
    ]);
    expect(openWindows(ALWAYS, "2026-11-30", "2026-12-06")).toEqual([
      { start: "2026-11-30T00:00", end: "2026-12-07T00:00" },
    ]);
  });

  test("an inner one does not cut the outer one", () => {
    const inner = schedule([...hours("1", 360, 1320), ...hours("1", 420, 480)]);
    expect(openWindows(inner, "2026-11-30", "2026-11-30")).toEqual([
      { start: "2026-11-30T06:00", end: "2026-11-30T22:00" },
    ]);
  });

  test("of a schedule without hours are none", () => {
    expect(openWindows(schedule([]), "2026-11-01", "2026-12-31")).toEqual([]);
  });
});
