// Passages as the channel tells them, put among the rows that were read: seen at once, and completed by the next read.
import { z } from "zod";
import { accessLogRow } from "#contract/tables/access-logs.ts";
import type { LogRow } from "./api/get-access-logs.ts";
import { type LogFilters, matchesFilters } from "./filters.ts";

/** The columns of the table itself: all that a change event holds. */
export const recentRow = accessLogRow.extend({ opened: z.boolean(), duplicate_of: z.string().nullable() });
export type RecentRow = z.infer<typeof recentRow>;

type Gate = NonNullable<LogRow["controllers"]>;

/** Long enough that a read which began before the passage has been followed by one that began after it. */
const KEPT_MS = 30_000;

export interface Arrived {
  row: RecentRow;
  /** When its event came, ms. */
  at: number;
}

/** `arrived` with what has come since: an update takes its row's place, and what any read has long since is forgotten. */
export function addArrived(arrived: readonly Arrived[], news: readonly RecentRow[], now: number): readonly Arrived[] {
  const replaced = new Set(news.map((row) => row.id));
  return [
    ...news.map((row) => ({ row, at: now })),
    ...arrived.filter(({ row, at }) => now - at < KEPT_MS && !replaced.has(row.id)),
  ];
}

/**
 * Adds the passages that match and have not been read yet, newest first, at most `limit` rows in all. The person comes with
 * the next read unless a row that is there tells; a passage whose gate nobody here knows waits for it as a whole.
 */
export function withArrived(
  read: readonly LogRow[],
  arrived: readonly Arrived[],
  { filters, gates, limit, now }: { filters: LogFilters; gates: ReadonlyMap<string, Gate>; limit: number; now: number },
): { rows: readonly LogRow[]; added: number } {
  const known = new Set(read.map((row) => row.id));
  const oldest = read.length < limit ? Number.NEGATIVE_INFINITY : Date.parse(read.at(-1)?.detected_at ?? "");
  const added = arrived.flatMap(({ row }): LogRow[] => {
    // What costs least to know comes first: of a busy gate's last half minute most are read or too old.
    if (known.has(row.id) || Date.parse(row.detected_at) < oldest) return [];
    if (!matchesFilters(filters, row, now)) return [];
    const controllers = row.controller_id === null ? null : gates.get(row.controller_id);
    if (controllers === undefined) return [];
    const credentials = read.find((old) => old.credential_id === row.credential_id)?.credentials ?? null;
    return [{ ...row, controllers, credentials: row.credential_id === null ? null : credentials }];
  });
  if (added.length === 0) return { rows: read, added: 0 };
  const rows = [...added, ...read].sort((one, other) => Date.parse(other.detected_at) - Date.parse(one.detected_at));
  return { rows: rows.slice(0, limit), added: added.length };
}
