// Works out a schedule's hours on the coming days, by the rules that apply at the door (contract/schedules).
import { type CalendarDay, decidingDays } from "#contract/schedules/calendar-days.ts";
import { type Holiday, holidaysOn } from "#contract/schedules/holidays.ts";
import { intervalsOf } from "#contract/schedules/is-open.ts";
import { dayNumber, dayOfNumber } from "#contract/schedules/local-day.ts";
import type { OpenInterval, ScheduleHours } from "#contract/schedules/schedule.ts";

export type NamedDay = CalendarDay & { readonly name: string | null };

export interface NamedCalendar {
  readonly name: string;
  readonly days: readonly NamedDay[];
}

export interface ComingDay {
  readonly date: string;
  /** The last day, where several together are a calendar's period. */
  readonly until: string;
  /** Holidays on the first day. */
  readonly holidays: readonly Holiday[];
  /** None: closed. */
  readonly hours: readonly OpenInterval[];
  /** The calendar that overrides the week; null: the week decides. */
  readonly by: { readonly calendar: string; readonly name: string | null } | null;
}

export interface ComingDays {
  /** Each of the next fourteen days. */
  readonly soon: readonly ComingDay[];
  /** The days from Christmas Eve to Epiphany, including those with usual hours, because many places close then. */
  readonly christmas: readonly ComingDay[];
  /** The calendars' other days within a year, in order. */
  readonly later: readonly ComingDay[];
}

const SOON_DAYS = 14;
const YEAR_DAYS = 365;
const CHRISTMAS = ["12-24", "12-25", "12-26", "12-31"];
const NEW_YEAR = ["01-01", "01-06"];

/** Returns what the schedule means from `today` (yyyy-MM-dd) on. Pure. */
export function comingDays(
  hours: readonly ScheduleHours[],
  calendars: readonly NamedCalendar[],
  today: string,
): ComingDays {
  const first = dayNumber(today);
  const last = dayOfNumber(first + YEAR_DAYS);
  const days = decidingDays(
    calendars.map((calendar) => calendar.days),
    Number(today.slice(0, 4)),
    Number(last.slice(0, 4)),
  );
  const decidingOn = (date: string) => days.find(({ from, until }) => from <= date && date <= until);
  const dayOn = (date: string, until = date): ComingDay => {
    const own = decidingOn(date);
    return {
      date,
      until,
      holidays: holidaysOn(date),
      hours: intervalsOf({ hours, days }, dayNumber(date)),
      by: own ? { calendar: calendars[own.place]?.name ?? "", name: own.day.name } : null,
    };
  };
  const christmas = christmasOf(today).map((date) => dayOn(date));
  const later = days.flatMap((own) => {
    const dates = datesBetween(maxOf(own.from, dayOfNumber(first + SOON_DAYS)), minOf(own.until, last));
    const decided = dates.filter((date) => decidingOn(date) === own);
    return runsOf(decided).map(([from, until]) => dayOn(from, until));
  });
  return {
    soon: Array.from({ length: SOON_DAYS }, (_, index) => dayOn(dayOfNumber(first + index))),
    christmas,
    later: later
      .filter(({ date, until }) => date !== until || !christmas.some((one) => one.date === date))
      .toSorted((one, other) => (one.date < other.date ? -1 : 1)),
  };
}

/** Returns the calendars with these ids, in their order. Pure. */
export const calendarsOf = <Calendar extends { id: string }>(
  ids: readonly string[],
  calendars: readonly Calendar[],
): Calendar[] => ids.flatMap((id) => calendars.find((one) => one.id === id) ?? []);

/** Returns the days of the next Christmas, or those that are left of this one. */
function christmasOf(today: string): string[] {
  const year = Number(today.slice(0, 4)) - (today.slice(5) <= "01-06" ? 1 : 0);
  const dates = [...CHRISTMAS.map((day) => `${year}-${day}`), ...NEW_YEAR.map((day) => `${year + 1}-${day}`)];
  return dates.filter((date) => date >= today);
}

function datesBetween(from: string, until: string): string[] {
  const first = dayNumber(from);
  return Array.from({ length: Math.max(0, dayNumber(until) - first + 1) }, (_, index) => dayOfNumber(first + index));
}

/** Returns the first and last date of each run of consecutive dates. */
function runsOf(dates: readonly string[]): [from: string, until: string][] {
  const runs: [string, string][] = [];
  for (const date of dates) {
    const run = runs.at(-1);
    if (run && dayNumber(date) === dayNumber(run[1]) + 1) run[1] = date;
    else runs.push([date, date]);
  }
  return runs;
}

const maxOf = (one: string, other: string) => (one > other ? one : other);
const minOf = (one: string, other: string) => (one < other ? one : other);
