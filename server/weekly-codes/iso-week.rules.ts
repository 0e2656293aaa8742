// ISO 8601 weeks of Europe/Stockholm. Pure. A week has 167, 168 or 169 hours; a year has 52 or 53 weeks; and the week's year
// is not always the date's.
import { addWeeks } from "date-fns/addWeeks";
import { getISOWeek } from "date-fns/getISOWeek";
import { getISOWeekYear } from "date-fns/getISOWeekYear";
import { startOfISOWeek } from "date-fns/startOfISOWeek";
import { inStockholm, startOfStockholmDay } from "#contract/stockholm.ts";

export interface IsoWeek {
  /** ISO week-numbering year. */
  year: number;
  /** 1–53. */
  week: number;
}

/** The week that an instant belongs to in Stockholm. */
export function isoWeekOf(instant: Date): IsoWeek {
  const local = inStockholm(instant);
  return { year: getISOWeekYear(local), week: getISOWeek(local) };
}

/** From Monday 00:00 (included) to the next Monday 00:00 (not included). Throws RangeError for a week that does not exist. */
export function isoWeekWindow({ year, week }: IsoWeek): { validFrom: Date; validTo: Date } {
  // 4 January is always in week 1.
  const monday = addWeeks(startOfISOWeek(inStockholm(startOfStockholmDay(`${year}-01-04`))), week - 1);
  const validFrom = new Date(monday.getTime());
  const found = isoWeekOf(validFrom);
  if (found.year !== year || found.week !== week) throw new RangeError(`no week ${week} in ${year}`);
  return { validFrom, validTo: new Date(addWeeks(monday, 1).getTime()) };
}

/** So many weeks later. */
export function laterIsoWeek(week: IsoWeek, weeks: number): IsoWeek {
  return isoWeekOf(addWeeks(inStockholm(isoWeekWindow(week).validFrom), weeks));
}

export function sameWeek(one: IsoWeek, other: IsoWeek): boolean {
  return one.year === other.year && one.week === other.week;
}
