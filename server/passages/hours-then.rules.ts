import type { HoursThen } from "#contract/functions/explain-passage.ts";
import { dayNumber, dayOfNumber } from "#contract/schedules/local-day.ts";
import { openWindows } from "#contract/schedules/open-windows.ts";
import type { Schedule } from "#contract/schedules/schedule.ts";
import { stockholmClock, stockholmDay } from "#contract/stockholm.ts";

/** A later opening is not reported: nobody waits a year for it. */
const DAYS_AHEAD = 366;

/** Says if schedules were open at a passage. "unknown": the version of one of them is no longer kept. */
export const WAS_OPEN = ["open", "closed", "unknown"] as const;
export type WasOpen = (typeof WAS_OPEN)[number];

/** Returns the hours on the day of a passage, and when they begin next. Pure. */
export function hoursThen({ name, schedule }: { name: string; schedule: Schedule }, at: Date): HoursThen {
  const day = stockholmDay(at);
  const local = `${day}T${stockholmClock(at)}`;
  const ahead = openWindows(schedule, day, dayOfNumber(dayNumber(day) + DAYS_AHEAD));
  return {
    schedule: name,
    day,
    open: openWindows(schedule, day, day),
    opens_at: ahead.find(({ start }) => start > local)?.start ?? null,
  };
}

/** Returns the hours that begin first after the passage; null for none. Pure. */
export function firstToOpen(hours: readonly HoursThen[]): HoursThen | null {
  const inOrder = hours.toSorted((one, other) => ((one.opens_at ?? NEVER) < (other.opens_at ?? NEVER) ? -1 : 1));
  return inOrder[0] ?? null;
}

/** Sorts after any local time. */
const NEVER = "Z";

/** Returns the years whose holidays those hours may meet. */
export function yearsAround(at: Date): readonly [first: number, last: number] {
  const year = Number(stockholmDay(at).slice(0, 4));
  return [year - 1, year + 2];
}
