// Swedish holidays, computed for each year (lag 1989:253). Their twin in SQL is private.holidays_of (database/controllers).
import { dayNumber, dayOfNumber, weekdayOf } from "./local-day.ts";

/** Days that are public holidays, in the order of the year. */
export const PUBLIC_HOLIDAYS = [
  "new_years_day",
  "epiphany",
  "good_friday",
  "easter_sunday",
  "easter_monday",
  "may_day",
  "ascension_day",
  "whit_sunday",
  "whit_monday",
  "national_day",
  "midsummer_day",
  "all_saints_day",
  "christmas_day",
  "boxing_day",
] as const;

/** Days before holidays that many close on. They are no public holidays, so a calendar names them one by one. */
export const EVES = ["easter_eve", "midsummer_eve", "christmas_eve", "new_years_eve"] as const;

export type PublicHoliday = (typeof PUBLIC_HOLIDAYS)[number];
export type Holiday = PublicHoliday | (typeof EVES)[number];

/** The first year in which 6 June is a public holiday, and Whit Monday no longer. */
const NATIONAL_DAY_SINCE = 2005;
const SATURDAY = 6;

const ON_DATE: Partial<Record<Holiday, string>> = {
  new_years_day: "01-01",
  epiphany: "01-06",
  may_day: "05-01",
  national_day: "06-06",
  christmas_eve: "12-24",
  christmas_day: "12-25",
  boxing_day: "12-26",
  new_years_eve: "12-31",
};

const AFTER_EASTER: Partial<Record<Holiday, number>> = {
  good_friday: -2,
  easter_eve: -1,
  easter_sunday: 0,
  easter_monday: 1,
  ascension_day: 39,
  whit_sunday: 49,
  whit_monday: 50,
};

/** Saturdays from this date on, and days before them. */
const ON_SATURDAY: Partial<Record<Holiday, readonly [from: string, daysBefore: number]>> = {
  midsummer_eve: ["06-20", 1],
  midsummer_day: ["06-20", 0],
  all_saints_day: ["10-31", 0],
};

/** Returns the holiday's yyyy-MM-dd day; null in a year that does not have it. Pure. */
export function holidayDay(holiday: Holiday, year: number): string | null {
  if (holiday === "national_day" && year < NATIONAL_DAY_SINCE) return null;
  if (holiday === "whit_monday" && year >= NATIONAL_DAY_SINCE) return null;
  const date = ON_DATE[holiday];
  if (date !== undefined) return `${year}-${date}`;
  const [from = "01-01", daysBefore = 0] = ON_SATURDAY[holiday] ?? [];
  const offset = AFTER_EASTER[holiday];
  return dayOfNumber(offset === undefined ? saturdayFrom(`${year}-${from}`) - daysBefore : easterSunday(year) + offset);
}

const HOLIDAYS: readonly Holiday[] = [...PUBLIC_HOLIDAYS, ...EVES];
const holidaysOfYear = new Map<string, ReadonlyMap<string, readonly Holiday[]>>();

/** Returns the holidays on a yyyy-MM-dd day; Whit Sunday, for one, can be 6 June. Pure. */
export function holidaysOn(day: string): readonly Holiday[] {
  const year = day.slice(0, 4);
  const known = holidaysOfYear.get(year) ?? Map.groupBy(HOLIDAYS, (holiday) => holidayDay(holiday, Number(year)) ?? "");
  holidaysOfYear.set(year, known);
  return known.get(day) ?? [];
}

function saturdayFrom(day: string): number {
  const first = dayNumber(day);
  return first + ((SATURDAY - weekdayOf(first) + 7) % 7);
}

/** Returns the number of Easter Sunday: the Sunday after the first ecclesiastical full moon of spring. Holds for 1900–2199. */
function easterSunday(year: number): number {
  const epact = (19 * (year % 19) + 24) % 30;
  const isLate = epact === 29 || (epact === 28 && year % 19 > 10);
  const fullMoon = dayNumber(`${year}-03-21`) + epact - (isLate ? 1 : 0);
  return fullMoon + 8 - weekdayOf(fullMoon + 1);
}
