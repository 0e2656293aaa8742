// Times of a day as people type them: "6", "6.30", "0630", "08–12, 13–17".
import type { OpenInterval } from "#contract/schedules/schedule.ts";

const DAY_MINUTES = 1_440;
const CLOCK = /^(\d{1,2})(?:[:.]?(\d{2}))?$/;
const DASH = /\s*[-–—]\s*/;

/** Returns the minutes of "06:00", "6.30", "0630" or "6"; null where the text is no time of a day. Pure. */
export function readClock(text: string): number | null {
  const [, hours, minutes = "0"] = CLOCK.exec(text.trim()) ?? [];
  if (hours === undefined || Number(minutes) > 59) return null;
  const total = Number(hours) * 60 + Number(minutes);
  return total > DAY_MINUTES ? null : total;
}

export const isBeginning = (text: string): boolean => (readClock(text) ?? DAY_MINUTES) < DAY_MINUTES;
export const isEnd = (text: string): boolean => readClock(text) !== null;
/** Returns the minutes of an end; midnight is that after the day. Pure. */
export const endOf = (text: string): number => readClock(text) || DAY_MINUTES;

/** Returns the problem with a beginning and an end; null when there is none. Pure. */
export function timesProblem(from: string, to: string): "unknown" | "no_length" | null {
  if (!isBeginning(from) || !isEnd(to)) return "unknown";
  return readClock(from) === endOf(to) ? "no_length" : null;
}

/** Returns the intervals of "08–12, 13–17", or what is wrong with them. Pure. */
export function readIntervals(text: string): readonly OpenInterval[] | "unknown" | "no_length" {
  const read: OpenInterval[] = [];
  for (const part of text.split(",")) {
    const [from = "", to = "", ...more] = part.trim().split(DASH);
    const problem = more.length > 0 ? "unknown" : timesProblem(from, to);
    if (problem !== null) return problem;
    read.push({ from: readClock(from) ?? 0, to: endOf(to) });
  }
  return read;
}
