import { inStockholm, stockholmDay } from "#contract/stockholm.ts";
import { DAY_MINUTES, dayNumber, dayOfNumber, mondayOf, weekdayOf } from "./local-day.ts";
import type { OpenInterval, Schedule, ScheduleHours } from "./schedule.ts";

/**
 * Tells whether the schedule is open. The local clock decides: an hour that comes twice in autumn is judged alike both times, and one that
 * spring skips does not exist. Pure.
 */
export function isOpen(schedule: Schedule, instant: Date): boolean {
  const local = inStockholm(instant);
  const day = dayNumber(stockholmDay(instant));
  const minute = local.getHours() * 60 + local.getMinutes();
  return (
    intervalsOf(schedule, day).some(({ from, to }) => minute >= from && (to <= from || minute < to)) ||
    intervalsOf(schedule, day - 1).some(({ from, to }) => to <= from && minute < to)
  );
}

/** Returns the intervals that begin on the day with this number. Pure. */
export function intervalsOf(schedule: Schedule, day: number): readonly OpenInterval[] {
  const date = dayOfNumber(day);
  // Days as texts are in the order of time. Thousands of days are asked about at once, so they are not parsed.
  const own = schedule.days.find(({ from, until }) => date >= from && date <= until);
  return own ? own.hours : schedule.hours.filter((hours) => beginsOn(hours, day, date));
}

function beginsOn(hours: ScheduleHours, day: number, date: string): boolean {
  const { weekday, everyWeeks, anchor, validFrom, validUntil } = hours;
  return (
    weekday === weekdayOf(day) &&
    (everyWeeks === 1 || ((mondayOf(day) - mondayOf(dayNumber(anchor))) / 7) % everyWeeks === 0) &&
    (validFrom === null || date >= validFrom) &&
    (validUntil === null || date <= validUntil)
  );
}

/** Returns the end of an interval in minutes from 00:00 of the day on which it begins. */
export const endMinute = ({ from, to }: OpenInterval): number => (to <= from ? to + DAY_MINUTES : to);
