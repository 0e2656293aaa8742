import { formatPlate } from "#contract/format-plate.ts";
import { ACCESS_LOG_WINDOW_HOURS } from "#contract/limits.ts";
import { addressDay, addressId, type ListAddress } from "#web/lib/lists/list-address.ts";
import { type PeriodWindow, periodWindow } from "#web/lib/lists/period.ts";

export type StatusFilter = "all" | "granted" | "denied";

export interface LogFilters {
  plate: string;
  /** Null means all. */
  controllerId: string | null;
  status: StatusFilter;
  /** yyyy-MM-dd in Stockholm; either date replaces the 24 hours. */
  from: string | null;
  to: string | null;
}

export const NO_FILTERS: LogFilters = { plate: "", controllerId: null, status: "all", from: null, to: null };

/** Returns the filters of an address, without the plate, which waits for a pause in typing. */
export function filtersIn(address: ListAddress): Omit<LogFilters, "plate"> {
  const status = address.read("status");
  return {
    controllerId: addressId(address, "gate"),
    status: status === "granted" || status === "denied" ? status : "all",
    from: addressDay(address, "from"),
    to: addressDay(address, "to"),
  };
}

/** Returns the page's address with these filters. */
export function addressOf({ controllerId, status, plate: _plate, ...period }: Partial<LogFilters>) {
  return {
    ...period,
    ...(controllerId !== undefined && { gate: controllerId }),
    ...(status !== undefined && { status: status === "all" ? null : status }),
  };
}

const HOUR_MS = 3_600_000;

/** Returns the last 24 hours, or the whole chosen days, in Stockholm. */
export function windowOf({ from, to }: Pick<LogFilters, "from" | "to">, now: number): PeriodWindow {
  if (from === null && to === null)
    return { since: new Date(now - ACCESS_LOG_WINDOW_HOURS * HOUR_MS).toISOString(), before: null };
  return periodWindow({ from, to });
}

/** Returns false when the period has ended: no new row can match. */
export function canGrow({ to }: Pick<LogFilters, "to">, now: number): boolean {
  return to === null || (windowOf({ from: null, to }, now).before ?? "") > new Date(now).toISOString();
}

export interface PassageFacts {
  plate_number: string;
  controller_id: string | null;
  access_granted: boolean;
  detected_at: string;
}

/** Tells whether a passage that has just come belongs to the filtered list, by the same rules as the query. */
export function matchesFilters(filters: LogFilters, row: PassageFacts, now: number): boolean {
  if (filters.controllerId !== null && row.controller_id !== filters.controllerId) return false;
  if (filters.status !== "all" && row.access_granted !== (filters.status === "granted")) return false;
  const { since, before } = windowOf(filters, now);
  const at = Date.parse(row.detected_at);
  if ((since !== null && at < Date.parse(since)) || (before !== null && at >= Date.parse(before))) return false;
  const patterns = platePatterns(filters.plate);
  const plate = row.plate_number.toUpperCase();
  return patterns.length === 0 || patterns.some((pattern) => plate.includes(pattern.slice(1, -1)));
}

/** Counts active filters, without the search. */
export function countActive(filters: LogFilters): number {
  return [filters.controllerId !== null, filters.status !== "all", filters.from !== null || filters.to !== null].filter(
    Boolean,
  ).length;
}

/** Returns LIKE patterns of the typed text, without spaces and in the Swedish form: cameras send "MLB84A", people type "MLB 84A". */
export function platePatterns(text: string): string[] {
  const typed = text
    .trim()
    .toUpperCase()
    .replace(/[*%_\\"]/g, "");
  const bare = typed.replace(/[\s-]/g, "");
  if (bare === "") return [];
  return [...new Set([typed, bare, formatPlate(bare)])].map((form) => `%${form}%`);
}
