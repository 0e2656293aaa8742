import { DAY_MINUTES } from "./local-day.ts";
import type { OpenInterval, ScheduleHours } from "./schedule.ts";

/** Returns the problem with typed hours; null when there is none. The database holds the same as checks. Pure. */
export function intervalProblem({ from, to }: OpenInterval): "no_such_time" | "no_length" | null {
  const isTime = (minute: number, least: number, most: number) =>
    Number.isInteger(minute) && minute >= least && minute <= most;
  if (!isTime(from, 0, DAY_MINUTES - 1) || !isTime(to, 1, DAY_MINUTES)) return "no_such_time";
  return from === to ? "no_length" : null;
}

/** Returns the first problem of a row of hours; null when it is right. */
export function hoursProblem(hours: ScheduleHours): "no_such_time" | "no_length" | "backwards" | null {
  const { validFrom, validUntil } = hours;
  return (
    intervalProblem(hours) ?? (validFrom !== null && validUntil !== null && validUntil < validFrom ? "backwards" : null)
  );
}
