// The filters of the access logs as values, and the instants that they mean.
import { ACCESS_LOG_WINDOW_HOURS } from "#contract/limits.ts";
import { formatPlate } from "#contract/plate.ts";
import { type PeriodWindow, periodWindow } from "#web/lib/period.ts";

export type StatusFilter = "all" | "granted" | "denied";

export interface LogFilters {
  plate: string;
  /** Null = all. */
  controllerId: string | null;
  status: StatusFilter;
  /** yyyy-MM-dd of Stockholm; one of them replaces the 24 hours. */
  from: string | null;
  to: string | null;
}

export const NO_FILTERS: LogFilters = { plate: "", controllerId: null, status: "all", from: null, to: null };

const HOUR_MS = 3_600_000;

/** The instants between which rows are asked for: the last 24 hours, or the chosen days whole, in Stockholm. */
export function windowOf({ from, to }: Pick<LogFilters, "from" | "to">, now: number): PeriodWindow {
  if (from === null && to === null)
    return { since: new Date(now - ACCESS_LOG_WINDOW_HOURS * HOUR_MS).toISOString(), before: null };
  return periodWindow({ from, to });
}

/** False when the period has ended: nothing new can come into it. */
export function canGrow({ to }: Pick<LogFilters, "to">, now: number): boolean {
  return to === null || (windowOf({ from: null, to }, now).before ?? "") > new Date(now).toISOString();
}

/** Whether the server would give this passage for the filters. */
export function matchesFilters(
  filters: LogFilters,
  row: { plate_number: string; controller_id: string | null; access_granted: boolean; detected_at: string },
  now: number,
): boolean {
  if (filters.controllerId !== null && row.controller_id !== filters.controllerId) return false;
  if (filters.status !== "all" && row.access_granted !== (filters.status === "granted")) return false;
  const { since, before } = windowOf(filters, now);
  const at = Date.parse(row.detected_at);
  if ((since !== null && at < Date.parse(since)) || (before !== null && at >= Date.parse(before))) return false;
  const patterns = platePatterns(filters.plate);
  const plate = row.plate_number.toUpperCase();
  return patterns.length === 0 || patterns.some((pattern) => plate.includes(pattern.slice(1, -1)));
}

/** How many of the filters differ from "all"; the search is not one of them. */
export function countActive(filters: LogFilters): number {
  return [filters.controllerId !== null, filters.status !== "all", filters.from !== null || filters.to !== null].filter(
    Boolean,
  ).length;
}

/**
 * LIKE patterns for a search in plates: as typed, without its spaces, and in the Swedish form, because a camera sends
 * "MLB84A" and people read "MLB 84A". What would be a wildcard is left out: no plate has it.
 */
export function platePatterns(text: string): string[] {
  const typed = text
    .trim()
    .toUpperCase()
    .replace(/[*%_\\"]/g, "");
  const bare = typed.replace(/[\s-]/g, "");
  if (bare === "") return [];
  return [...new Set([typed, bare, formatPlate(bare)])].map((form) => `%${form}%`);
}
