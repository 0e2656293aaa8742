// Compares the computed holidays with tables made otherwise: Easter Sundays as published, and Saturdays found by an iCalendar library.
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { scheduleDays } from "./calendar-days.ts";
import { EVES, type Holiday, holidayDay, PUBLIC_HOLIDAYS } from "./holidays.ts";

const FIRST = 2000;
const LAST = 2100;
const YEARS = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index);

const EASTER_SUNDAYS = `
  0423 0415 0331 0420 0411 0327 0416 0408 0323 0412 0404 0424 0408 0331 0420 0405 0327 0416 0401 0421
  0412 0404 0417 0409 0331 0420 0405 0328 0416 0401 0421 0413 0328 0417 0409 0325 0413 0405 0425 0410
  0401 0421 0406 0329 0417 0409 0325 0414 0405 0418 0410 0402 0421 0406 0329 0418 0402 0422 0414 0330
  0418 0410 0326 0415 0406 0329 0411 0403 0422 0414 0330 0419 0410 0326 0415 0407 0419 0411 0403 0423
  0407 0330 0419 0404 0326 0415 0331 0420 0411 0403 0416 0408 0330 0412 0404 0424 0415 0331 0420 0412
  0328`
  .trim()
  .split(/\s+/);

const easterDays = (offset: number): string[] =>
  EASTER_SUNDAYS.map((date, index) => {
    const day = ICAL.Time.fromDateString(`${FIRST + index}-${date.slice(0, 2)}-${date.slice(2)}`);
    day.addDuration(ICAL.Duration.fromSeconds(offset * 86_400));
    return day.toString();
  });

function yearly(rule: string): string[] {
  const start = ICAL.Time.fromDateString(`${FIRST}-01-01`);
  const days = ICAL.Recur.fromString(`FREQ=YEARLY;UNTIL=${LAST}1231;${rule}`).iterator(start);
  const found: string[] = [];
  for (let day = days.next(); day; day = days.next()) found.push(day.toString());
  return found;
}

const on = (month: number, day: number) =>
  YEARS.map((year) => ICAL.Time.fromData({ year, month, day, isDate: true }).toString());
const NATIONAL_DAYS = on(6, 6).filter((day) => day >= "2005");
const TABLE: Record<Holiday, string[]> = {
  new_years_day: on(1, 1),
  epiphany: on(1, 6),
  good_friday: easterDays(-2),
  easter_eve: easterDays(-1),
  easter_sunday: easterDays(0),
  easter_monday: easterDays(1),
  may_day: on(5, 1),
  ascension_day: easterDays(39),
  whit_sunday: easterDays(49),
  whit_monday: easterDays(50).filter((day) => day < "2005"),
  national_day: NATIONAL_DAYS,
  midsummer_eve: yearly("BYMONTH=6;BYMONTHDAY=19,20,21,22,23,24,25;BYDAY=FR"),
  midsummer_day: yearly("BYMONTH=6;BYMONTHDAY=20,21,22,23,24,25,26;BYDAY=SA"),
  all_saints_day: [
    ...yearly("BYMONTH=10;BYMONTHDAY=31;BYDAY=SA"),
    ...yearly("BYMONTH=11;BYMONTHDAY=1,2,3,4,5,6;BYDAY=SA"),
  ].sort(),
  christmas_eve: on(12, 24),
  christmas_day: on(12, 25),
  boxing_day: on(12, 26),
  new_years_eve: on(12, 31),
};

test.each([...PUBLIC_HOLIDAYS, ...EVES])(`%s of ${FIRST} to ${LAST} is that of an independent table`, (holiday) => {
  expect(TABLE[holiday].length).toBeGreaterThan(holiday === "whit_monday" ? 4 : 95);
  expect(YEARS.flatMap((year) => holidayDay(holiday, year) ?? [])).toEqual(TABLE[holiday]);
});

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
