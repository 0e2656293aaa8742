import { describe, expect, it } from "vitest";
import { isoWeekOf, isoWeekWindow, laterIsoWeek } from "./iso-week.rules.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const stockholm = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Europe/Stockholm",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** Returns local time in Stockholm, computed without date-fns. */
function localTime(instant: Date): { date: string; weekday: string; time: string } {
  const parts = Object.fromEntries(stockholm.formatToParts(instant).map(({ type, value }) => [type, value]));
  return {
    date: `${parts["year"]}-${parts["month"]}-${parts["day"]}`,
    weekday: parts["weekday"] ?? "",
    time: `${parts["hour"]}:${parts["minute"]}:${parts["second"]}`,
  };
}

/** Returns the ISO 8601 week: the Thursday decides year and number. */
function weekByThursday(date: string): { year: number; week: number } {
  const day = new Date(`${date}T00:00:00Z`);
  const thursday = new Date(day.getTime() + (3 - ((day.getUTCDay() + 6) % 7)) * DAY_MS);
  const year = thursday.getUTCFullYear();
  return { year, week: 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) };
}

describe("the weeks of Stockholm", () => {
  it("follow each other without a gap from 2020 to 2050, each from Monday 00:00 to Monday 00:00 local time", () => {
    let week = { year: 2020, week: 1 };
    let previousEnd = isoWeekWindow(week).validFrom.getTime();
    const hours = new Map<number, number>();
    const long: number[] = [];
    for (; week.year < 2051; week = laterIsoWeek(week, 1)) {
      const { validFrom, validTo } = isoWeekWindow(week);
      expect(validFrom.getTime()).toBe(previousEnd);
      expect(localTime(validFrom)).toMatchObject({ weekday: "Mon", time: "00:00:00" });
      expect(weekByThursday(localTime(validFrom).date)).toEqual(week);
      expect(localTime(new Date(validTo.getTime() - 1000))).toMatchObject({ weekday: "Sun", time: "23:59:59" });
      const length = (validTo.getTime() - validFrom.getTime()) / HOUR_MS;
      hours.set(length, (hours.get(length) ?? 0) + 1);
      if (week.week === 53) long.push(week.year);
      previousEnd = validTo.getTime();
    }
    // One week loses an hour to daylight saving, and one gains it.
    expect([...hours.keys()].sort((one, other) => one - other)).toEqual([167, 168, 169]);
    expect([hours.get(167), hours.get(169)]).toEqual([31, 31]);
    expect(long).toEqual([2020, 2026, 2032, 2037, 2043, 2048]);
  });

  it("are found for any instant, also where the date's year is another", () => {
    for (let at = Date.UTC(2025, 11, 20, 22, 30); at < Date.UTC(2027, 0, 12); at += 97 * 60_000) {
      const instant = new Date(at);
      expect(isoWeekOf(instant)).toEqual(weekByThursday(localTime(instant).date));
    }
  });

  // Covers: device.31
  it("change at Swedish midnight, not at UTC's", () => {
    const { validTo } = isoWeekWindow({ year: 2026, week: 53 });
    expect(validTo.toISOString()).toBe("2027-01-03T23:00:00.000Z");
    expect(isoWeekOf(new Date(validTo.getTime() - 1))).toEqual({ year: 2026, week: 53 });
    expect(isoWeekOf(validTo)).toEqual({ year: 2027, week: 1 });
  });

  it.each([
    { year: 2026, week: 54 },
    { year: 2025, week: 53 },
    { year: 2026, week: 0 },
  ])("do not include %o", (week) => {
    expect(() => isoWeekWindow(week)).toThrow(RangeError);
  });
});
