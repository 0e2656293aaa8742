// Compares the computed holidays with an independent table.
import { expect, test } from "vitest";
import { scheduleDays } from "#contract/schedules/calendar-days.ts";
import { EVES, holidayDay, holidaysOn, PUBLIC_HOLIDAYS } from "#contract/schedules/holidays.ts";
import { FIRST_YEAR, HOLIDAY_TABLE, LAST_YEAR } from "#tests/support/holiday-table.ts";

const YEARS = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index);

test.each([...PUBLIC_HOLIDAYS, ...EVES])(
  `%s of ${FIRST_YEAR} to ${LAST_YEAR} is that of an independent table`,
  (holiday) => {
    expect(HOLIDAY_TABLE[holiday].length).toBeGreaterThan(holiday === "whit_monday" ? 4 : 95);
    expect(YEARS.flatMap((year) => holidayDay(holiday, year) ?? [])).toEqual(HOLIDAY_TABLE[holiday]);
  },
);

test("all public holidays of 2026 and 2027, and no eve", () => {
  const days = scheduleDays([[{ holiday: "public_holidays", from: null, until: null, hours: [] }]], 2026, 2027);
  expect(days.map(({ from, until }) => (from === until ? from : "?"))).toEqual(
    "2026-01-01 2026-01-06 2026-04-03 2026-04-05 2026-04-06 2026-05-01 2026-05-14 2026-05-24 2026-06-06 2026-06-20 2026-10-31 2026-12-25 2026-12-26 2027-01-01 2027-01-06 2027-03-26 2027-03-28 2027-03-29 2027-05-01 2027-05-06 2027-05-16 2027-06-06 2027-06-26 2027-11-06 2027-12-25 2027-12-26".split(
      " ",
    ),
  );
});

test("a typed date comes before a holiday, a named holiday before all of them, then the first calendar, then closed", () => {
  const [morning, evening] = [[{ from: 360, to: 720 }], [{ from: 1080, to: 1320 }]];
  const all = { holiday: "public_holidays", from: null, until: null, hours: [] } as const;
  const christmas = { holiday: "christmas_day", from: null, until: null, hours: morning } as const;
  const typed = { holiday: null, from: "2026-12-20", until: "2027-01-10", hours: evening } as const;
  const on2026 = (days: readonly ReturnType<typeof scheduleDays>[number][]) =>
    days.find(({ from, until }) => from <= "2026-12-25" && "2026-12-25" <= until)?.hours;
  expect(on2026(scheduleDays([[all], [christmas], [typed]], 2026, 2026))).toEqual(evening);
  expect(on2026(scheduleDays([[all], [christmas]], 2026, 2026))).toEqual(morning);
  expect(on2026(scheduleDays([[{ ...all, hours: evening }], [all]], 2026, 2026))).toEqual(evening);
  // In 2008 1 May was also Ascension Day.
  const both = scheduleDays(
    [
      [
        { ...all, holiday: "may_day", hours: morning },
        { ...all, holiday: "ascension_day" },
      ],
    ],
    2008,
    2008,
  );
  expect(both.map(({ from, hours }) => [from, hours.length])).toEqual([
    ["2008-05-01", 0],
    ["2008-05-01", 1],
  ]);
});

test("a day names the holidays that fall on it", () => {
  expect(holidaysOn("2026-12-24")).toEqual(["christmas_eve"]);
  expect(holidaysOn("2026-12-23")).toEqual([]);
  // In 2038 Easter Sunday is on its latest possible day.
  expect(holidaysOn("2038-04-25")).toEqual(["easter_sunday"]);
  expect(holidaysOn("2008-05-01")).toEqual(["may_day", "ascension_day"]);
});
