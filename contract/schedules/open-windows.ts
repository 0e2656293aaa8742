import { endMinute, intervalsOf } from "./is-open.ts";
import { DAY_MINUTES, dayNumber, dayOfNumber } from "./local-day.ts";
import type { Schedule } from "./schedule.ts";

/** A span of local time, both as yyyy-MM-ddTHH:mm; the end is not part of it, and 24:00 is 00:00 of the next day. */
export interface OpenWindow {
  readonly start: string;
  readonly end: string;
}

/**
 * Returns when the schedule is open from 00:00 of the first day to 24:00 of the last one, in order. Windows that overlap or touch are one,
 * so a schedule that never closes has one window. Pure.
 */
export function openWindows(schedule: Schedule, fromDate: string, untilDate: string): OpenWindow[] {
  const [first, last] = [dayNumber(fromDate), dayNumber(untilDate)];
  const spans: { start: number; end: number }[] = [];
  for (let day = first - 1; day <= last; day++) {
    for (const interval of intervalsOf(schedule, day)) {
      spans.push({ start: day * DAY_MINUTES + interval.from, end: day * DAY_MINUTES + endMinute(interval) });
    }
  }
  return mergeSpans(spans, first * DAY_MINUTES, (last + 1) * DAY_MINUTES).map(({ start, end }) => ({
    start: localTime(start),
    end: localTime(end),
  }));
}

function mergeSpans(spans: readonly Span[], start: number, end: number): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const cut = { start: Math.max(span.start, start), end: Math.min(span.end, end) };
    const last = merged.at(-1);
    if (cut.start >= cut.end) continue;
    if (last && cut.start <= last.end) last.end = Math.max(last.end, cut.end);
    else merged.push(cut);
  }
  return merged;
}

interface Span {
  start: number;
  end: number;
}

function localTime(minutes: number): string {
  const day = Math.floor(minutes / DAY_MINUTES);
  const minute = minutes - day * DAY_MINUTES;
  const clock = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0"));
  return `${dayOfNumber(day)}T${clock.join(":")}`;
}
