// ISO 8601 weeks of Europe/Stockholm. A week has 167, 168 or 169 hours, a year 52 or 53 weeks; the week's year may differ from the date's.
// Pure.
import { addWeeks } from "date-fns/addWeeks";
import { getISOWeek } from "date-fns/getISOWeek";
import { getISOWeekYear } from "date-fns/getISOWeekYear";
import { startOfISOWeek } from "date-fns/startOfISOWeek";
import { inStockholm, startOfStockholmDay } from "#contract/stockholm.ts";

export interface IsoWeek {
  year: number;
  week: number;
}

/** Returns the week in Stockholm. */
export function isoWeekOf(instant: Date): IsoWeek {
  const local = inStockholm(instant);
  return { year: getISOWeekYear(local), week: getISOWeek(local) };
}

/** Returns Monday 00:00 (inclusive) to the next (exclusive). Throws RangeError for a week that does not exist. */
export function isoWeekWindow({ year, week }: IsoWeek): { validFrom: Date; validTo: Date } {
  // 4 January is always in week 1.
  const monday = addWeeks(startOfISOWeek(inStockholm(startOfStockholmDay(`${year}-01-04`))), week - 1);
  const validFrom = new Date(monday.getTime());
  const found = isoWeekOf(validFrom);
  if (found.year !== year || found.week !== week) throw new RangeError(`no week ${week} in ${year}`);
  return { validFrom, validTo: new Date(addWeeks(monday, 1).getTime()) };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns a later week. It is counted on the calendar, by the Thursday that decides a week's year, so no time zone moves it. */
export function laterIsoWeek({ year, week }: IsoWeek, weeks: number): IsoWeek {
  const fourth = new Date(Date.UTC(year, 0, 4));
  const firstThursday = fourth.getTime() + (3 - ((fourth.getUTCDay() + 6) % 7)) * DAY_MS;
  const thursday = new Date(firstThursday + (week - 1 + weeks) * 7 * DAY_MS);
  const laterYear = thursday.getUTCFullYear();
  const weeksBefore = Math.floor((thursday.getTime() - Date.UTC(laterYear, 0, 1)) / (7 * DAY_MS));
  return { year: laterYear, week: weeksBefore + 1 };
}

export function sameWeek(one: IsoWeek, other: IsoWeek): boolean {
  return one.year === other.year && one.week === other.week;
}
