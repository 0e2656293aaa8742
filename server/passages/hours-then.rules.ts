import type { DoorHoursThen } from "#contract/functions/explain-passage.ts";
import { dayNumber, dayOfNumber } from "#contract/schedules/local-day.ts";
import { openWindows } from "#contract/schedules/open-windows.ts";
import type { Schedule } from "#contract/schedules/schedule.ts";
import { stockholmClock, stockholmDay } from "#contract/stockholm.ts";

/** A schedule without an opening within a year has none that anybody waits for. */
const DAYS_AHEAD = 366;

/** Returns a door's hours on the day of a passage, and when they begin next. Pure. */
export function hoursThen({ name, schedule }: { name: string; schedule: Schedule }, at: Date): DoorHoursThen {
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

/** Returns the years whose holidays those hours may meet. */
export function yearsAround(at: Date): readonly [first: number, last: number] {
  const year = Number(stockholmDay(at).slice(0, 4));
  return [year - 1, year + 2];
}
