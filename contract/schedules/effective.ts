// Computes when a credential opens a door: the hours of all its rights together, limited by the door's own hours.
import { isOpen } from "./is-open.ts";
import { type OpenWindow, openWindows } from "./open-windows.ts";
import type { Schedule } from "./schedule.ts";

/** Open while one of `anyOf` and also `within` is open; `within` null: no limit. */
export interface EffectiveSchedule {
  readonly anyOf: readonly Schedule[];
  readonly within: Schedule | null;
}

export function effectiveOf(schedule: Schedule | EffectiveSchedule): EffectiveSchedule {
  return "anyOf" in schedule ? schedule : { anyOf: [schedule], within: null };
}

/** Tells whether it is open. Pure. */
export function isEffectivelyOpen({ anyOf, within }: EffectiveSchedule, instant: Date): boolean {
  return anyOf.some((schedule) => isOpen(schedule, instant)) && (within === null || isOpen(within, instant));
}

/** Returns when it is open, as openWindows does. Pure. */
export function effectiveWindows({ anyOf, within }: EffectiveSchedule, from: string, until: string): OpenWindow[] {
  const together = mergeWindows(anyOf.flatMap((schedule) => openWindows(schedule, from, until)));
  return within === null ? together : intersectWindows(together, openWindows(within, from, until));
}

// Local times as texts sort in the order of time.
function mergeWindows(windows: readonly OpenWindow[]): OpenWindow[] {
  const merged: OpenWindow[] = [];
  for (const window of windows.toSorted((one, other) => (one.start < other.start ? -1 : 1))) {
    const last = merged.at(-1);
    if (last && window.start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: last.end > window.end ? last.end : window.end };
    else merged.push(window);
  }
  return merged;
}

/** Both lists are merged and in order. */
function intersectWindows(left: readonly OpenWindow[], right: readonly OpenWindow[]): OpenWindow[] {
  const common: OpenWindow[] = [];
  let at = 0;
  for (const one of left) {
    while (at < right.length && (right[at]?.end ?? "") <= one.start) at += 1;
    for (let index = at; index < right.length; index += 1) {
      const other = right[index];
      if (!other || other.start >= one.end) break;
      const start = one.start > other.start ? one.start : other.start;
      const end = one.end < other.end ? one.end : other.end;
      common.push({ start, end });
    }
  }
  return common;
}
