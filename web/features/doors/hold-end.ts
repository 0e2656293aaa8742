// Reads the end of a hold as a time of day in Stockholm. Pure: the typed text and the time are arguments.
import { DOOR_HOLD_HOURS_MAX } from "#contract/door-states.ts";
import { stockholmClock } from "#contract/stockholm.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** `skipped`: the clock is put forward over that time. */
export type HoldEndFault = "unreadable" | "too_far" | "skipped";
export type HoldEnd = { until: number } | { fault: HoldEndFault };

/** Returns the latest whole minute that is allowed. */
export const latestHoldEnd = (now: number): number => now - (now % MINUTE_MS) + DOOR_HOLD_HOURS_MAX * HOUR_MS;

/** Returns the end in whole minutes, so that the shown clock time is the end itself. */
export const holdEndAfter = (minutes: number, now: number): number => now - (now % MINUTE_MS) + minutes * MINUTE_MS;

/**
 * Returns the first time within twelve hours at which the clock shows the typed text, today or tomorrow: "16", "16:00", "16.00" or "1600".
 */
export function readHoldEnd(typed: string, now: number): HoldEnd {
  const wanted = clockIn(typed);
  if (wanted === null) return { fault: "unreadable" };
  const [hour, minute] = wanted;
  // Stockholm is whole hours from UTC, so both have the same minutes; hours are read from the clock, which may jump.
  const first = now - (now % HOUR_MS) + minute * MINUTE_MS;
  let before = hourOf(first - HOUR_MS);
  for (let at = first; at <= latestHoldEnd(now); at += HOUR_MS) {
    const here = hourOf(at);
    if (at > now && here === hour) return { until: at };
    if (at > now && here === (before + 2) % 24 && hour === (before + 1) % 24) return { fault: "skipped" };
    before = here;
  }
  return { fault: "too_far" };
}

const hourOf = (at: number): number => Number(stockholmClock(new Date(at)).slice(0, 2));

function clockIn(typed: string): [hour: number, minute: number] | null {
  const match = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(typed.trim());
  if (!match) return null;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? "0")];
  if (minute > 59 || hour > 24 || (hour === 24 && minute > 0)) return null;
  return [hour % 24, minute];
}
