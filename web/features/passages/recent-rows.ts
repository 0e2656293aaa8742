// Merges passages from the realtime channel into the rows that were read; the next reading completes them.
import { z } from "zod";
import { accessLogRow } from "#contract/tables/access-logs.ts";
import type { LogRow } from "./api/get-access-logs.ts";
import { type LogFilters, matchesFilters } from "./filters.ts";

/** The table's own columns, which are all that a change event carries. */
export const recentRow = accessLogRow.extend({ opened: z.boolean(), duplicate_of: z.string().nullable() });
export type RecentRow = z.infer<typeof recentRow>;

type Gate = NonNullable<LogRow["controllers"]>;

/** Long enough for a reading that began after the event to complete. */
const KEPT_MS = 30_000;

export interface Arrived {
  row: RecentRow;
  at: number;
}

/** Adds `news`: an update replaces its row, and rows that every reading has by now are dropped. */
export function addArrived(arrived: readonly Arrived[], news: readonly RecentRow[], now: number): readonly Arrived[] {
  const replaced = new Set(news.map((row) => row.id));
  return [
    ...news.map((row) => ({ row, at: now })),
    ...arrived.filter(({ row, at }) => now - at < KEPT_MS && !replaced.has(row.id)),
  ];
}

/** Adds matching passages that were not yet read, newest first, up to `limit` rows; one at an unknown gate waits for the next reading. */
export function withArrived(
  read: readonly LogRow[],
  arrived: readonly Arrived[],
  { filters, gates, limit, now }: { filters: LogFilters; gates: ReadonlyMap<string, Gate>; limit: number; now: number },
): { rows: readonly LogRow[]; added: number } {
  const known = new Set(read.map((row) => row.id));
  const oldest = read.length < limit ? Number.NEGATIVE_INFINITY : Date.parse(read.at(-1)?.detected_at ?? "");
  const added = arrived.flatMap(({ row }): LogRow[] => {
    // Cheapest test first: most passages of a busy gate are already read or too old.
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
