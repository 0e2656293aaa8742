// Swedish holidays made otherwise than by the product: Easter Sundays as published, and Saturdays found by an iCalendar library.
import ICAL from "ical.js";
import type { Holiday } from "#contract/schedules/holidays.ts";

export const FIRST_YEAR = 2000;
export const LAST_YEAR = 2100;
const YEARS = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index);

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
    const day = ICAL.Time.fromDateString(`${FIRST_YEAR + index}-${date.slice(0, 2)}-${date.slice(2)}`);
    day.addDuration(ICAL.Duration.fromSeconds(offset * 86_400));
    return day.toString();
  });

function yearly(rule: string): string[] {
  const start = ICAL.Time.fromDateString(`${FIRST_YEAR}-01-01`);
  const days = ICAL.Recur.fromString(`FREQ=YEARLY;UNTIL=${LAST_YEAR}1231;${rule}`).iterator(start);
  const found: string[] = [];
  for (let day = days.next(); day; day = days.next()) found.push(day.toString());
  return found;
}

const on = (month: number, day: number): string[] =>
  YEARS.map((year) => ICAL.Time.fromData({ year, month, day, isDate: true }).toString());

/** The days of each holiday, of 2000 to 2100. */
export const HOLIDAY_TABLE: Readonly<Record<Holiday, readonly string[]>> = {
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
  national_day: on(6, 6).filter((day) => day >= "2005"),
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
