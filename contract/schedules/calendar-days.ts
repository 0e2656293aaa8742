// Calendars hold days with other hours, or none, and many schedules can share one. Their days become days of a schedule here and, for one
// day at a time, in private.is_open (database/controllers).
import { EVES, type Holiday, holidayDay, PUBLIC_HOLIDAYS } from "./holidays.ts";
import type { OpenInterval, ScheduleDay } from "./schedule.ts";

export const CALENDAR_HOLIDAYS = ["public_holidays", ...PUBLIC_HOLIDAYS, ...EVES] as const;
/** A holiday by its code, or every public holiday. */
export type CalendarHoliday = (typeof CALENDAR_HOLIDAYS)[number];

interface OwnDays {
  readonly holiday: null;
  readonly from: string;
  readonly until: string;
  readonly hours: readonly OpenInterval[];
}
interface HolidayDays {
  readonly holiday: CalendarHoliday;
  readonly from: null;
  readonly until: null;
  readonly hours: readonly OpenInterval[];
}
export type CalendarDay = OwnDays | HolidayDays;

/** A day of a schedule, and the calendar's day that made it. */
export interface DecidingDay<Day extends CalendarDay = CalendarDay> extends ScheduleDay {
  /** Place of the calendar among the schedule's calendars, from 0. */
  readonly place: number;
  readonly day: Day;
}

/**
 * Returns the days of a schedule's calendars, with its holidays in these years. For a date in several of them: a typed date comes before a
 * named holiday, that before all public holidays; then the first calendar decides, then closed before open, then the code's letters. Pure.
 */
export function scheduleDays(
  calendars: readonly (readonly CalendarDay[])[],
  firstYear: number,
  lastYear: number,
): ScheduleDay[] {
  return decidingDays(calendars, firstYear, lastYear).map(({ from, until, hours }) => ({ from, until, hours }));
}

/** Returns the days of scheduleDays in the same order, each with the calendar's day it comes from. For each date the first one decides. Pure. */
export function decidingDays<Day extends CalendarDay>(
  calendars: readonly (readonly Day[])[],
  firstYear: number,
  lastYear: number,
): DecidingDay<Day>[] {
  const ranked = calendars.flatMap((days, place) => days.map((day) => ({ day, place, order: orderOf(day, place) })));
  ranked.sort((one, other) => (one.order < other.order ? -1 : 1));
  const years = Array.from({ length: Math.max(0, lastYear - firstYear + 1) }, (_, index) => firstYear + index);
  return ranked.flatMap(({ day, place }) =>
    datesOf(day, years).map(({ from, until }) => ({ from, until, hours: day.hours, place, day })),
  );
}

function datesOf(day: CalendarDay, years: readonly number[]): Pick<OwnDays, "from" | "until">[] {
  if (day.holiday === null) return [day];
  const codes: readonly Holiday[] = day.holiday === "public_holidays" ? PUBLIC_HOLIDAYS : [day.holiday];
  return years.flatMap((year) =>
    codes.flatMap((code) => {
      const date = holidayDay(code, year);
      return date === null ? [] : [{ from: date, until: date }];
    }),
  );
}

/** Returns a text that sorts by rank; a calendar has at most one row for a typed date (constraint of the database) and for a code. */
function orderOf({ holiday, hours }: CalendarDay, place: number): string {
  const kind = holiday === null ? 0 : holiday === "public_holidays" ? 2 : 1;
  return [kind, String(place).padStart(4, "0"), hours.length === 0 ? 0 : 1, holiday ?? ""].join();
}

/** Returns the dates of these years on which a holiday of the calendar falls on one of its typed dates, which decides. Pure. */
export function typedHolidays(
  days: readonly CalendarDay[],
  firstYear: number,
  lastYear: number,
): { date: string; holiday: CalendarHoliday }[] {
  return days.flatMap((day) => {
    if (day.holiday === null) return [];
    const { holiday } = day;
    const dates = scheduleDays([[day]], firstYear, lastYear).map(({ from }) => from);
    return dates.filter((date) => days.some((one) => isTypedOn(one, date))).map((date) => ({ date, holiday }));
  });
}

const isTypedOn = ({ holiday, from, until }: CalendarDay, date: string): boolean =>
  holiday === null && from <= date && date <= until;
