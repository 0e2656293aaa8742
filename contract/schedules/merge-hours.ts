import { endMinute } from "./is-open.ts";
import { DAY_MINUTES, dayNumber, mondayOf } from "./local-day.ts";
import type { OpenInterval, ScheduleHours } from "./schedule.ts";

/**
 * Merges hours that overlap or touch and apply on the same days. Hours that together exceed a day, and hours of different days, stay
 * apart; every reader of a schedule takes their union. Pure.
 */
export function mergeHours(hours: readonly ScheduleHours[]): ScheduleHours[] {
  return [...Map.groupBy(hours, recurrenceOf).values()].flatMap((same) => mergeIntervals(same));
}

/** Merges the overlapping and touching intervals of one day. Pure. */
export function mergeIntervals<Interval extends OpenInterval>(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const interval of intervals.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    const end = last ? Math.max(endMinute(last), endMinute(interval)) : 0;
    if (last && interval.from <= endMinute(last) && fits(last.from, end))
      merged[merged.length - 1] = { ...last, to: end > DAY_MINUTES ? end - DAY_MINUTES : end };
    else merged.push(interval);
  }
  return merged;
}

/** Tells whether an interval can have this start and end: 24 hours only from 00:00, since the end would equal the start. */
const fits = (from: number, end: number): boolean => end - from < DAY_MINUTES || (from === 0 && end === DAY_MINUTES);

/** Returns a text that is equal for hours on the same days. */
function recurrenceOf({ weekday, everyWeeks, anchor, validFrom, validUntil }: ScheduleHours): string {
  const week = mondayOf(dayNumber(anchor)) / 7;
  const phase = ((week % everyWeeks) + everyWeeks) % everyWeeks;
  return JSON.stringify([weekday, everyWeeks, phase, validFrom, validUntil]);
}
