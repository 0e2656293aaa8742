import { queryOptions } from "@tanstack/react-query";
import { mergedLogColumns } from "#contract/log-columns.ts";
import { startOfStockholmDay, stockholmDay } from "#contract/stockholm.ts";
import { type MergedLogRow, mergedLogRow } from "#contract/tables/merged-log.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readPage, readRows } from "#web/lib/calls/rows.ts";

const ROWS = 5;
const REFRESH_MS = 10_000;

export type NewestPassage = MergedLogRow;

const REFUSALS = 4;
const DAY_MS = 86_400_000;

/** Reads the newest refusals since the beginning of yesterday, and counts all of them. */
export function getRefusalsQueryOptions() {
  return queryOptions({
    queryKey: ["access-logs", "refusals"],
    refetchInterval: REFRESH_MS * 3,
    queryFn: ({ signal }) =>
      readPage(
        mergedLogRow,
        backend
          .from("merged_log")
          .select(mergedLogColumns(false), { count: "exact" })
          .eq("kind", "access")
          .eq("granted", false)
          .gte("occurred_at", startOfStockholmDay(stockholmDay(new Date(Date.now() - DAY_MS))).toISOString())
          .order("occurred_at", { ascending: false })
          .order("id")
          .range(0, REFUSALS - 1)
          .abortSignal(signal),
      ),
  });
}

/** Reads the newest attempts at doors and gates. */
export function getNewestPassagesQueryOptions() {
  return queryOptions({
    queryKey: ["access-logs", "newest"],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) =>
      readRows(
        mergedLogRow,
        backend
          .from("merged_log")
          .select(mergedLogColumns(true))
          .eq("kind", "access")
          .order("occurred_at", { ascending: false })
          .order("id")
          .limit(ROWS)
          .abortSignal(signal),
      ),
  });
}
