// Groups the hours of a schedule's week: hours that differ only in the day are one group.
import type { ListedSchedule } from "#contract/functions/schedules.ts";

export type ListedHours = ListedSchedule["hours"][number];
export interface HoursGroup extends Omit<ListedHours, "weekday"> {
  readonly weekdays: readonly number[];
}

const DAY_MS = 86_400_000;
/** 1 January 1970 was a Thursday. */
const DAYS_SINCE_MONDAY = 3;

/** Returns the groups in the order of their first day. Pure. */
export function groupHours(hours: readonly ListedHours[]): HoursGroup[] {
  const groups = new Map<string, HoursGroup & { weekdays: number[] }>();
  for (const { weekday, ...rest } of hours.toSorted((a, b) => a.weekday - b.weekday || a.from - b.from)) {
    const { from, to, every_weeks, valid_from, valid_until } = rest;
    const key = JSON.stringify([from, to, every_weeks, turnOf(rest), valid_from, valid_until]);
    const group = groups.get(key);
    if (group) group.weekdays.push(weekday);
    else groups.set(key, { ...rest, weekdays: [weekday] });
  }
  return [...groups.values()];
}

/** Returns in which week of the two or four the hours apply. */
function turnOf({ anchor, every_weeks }: Pick<ListedHours, "anchor" | "every_weeks">): number {
  const week = Math.floor((Date.parse(anchor) / DAY_MS + DAYS_SINCE_MONDAY) / 7);
  return ((week % every_weeks) + every_weeks) % every_weeks;
}
