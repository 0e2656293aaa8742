import { queryOptions } from "@tanstack/react-query";
import { mergedLogColumns } from "#contract/log-columns.ts";
import { type MergedLogRow, mergedLogRow } from "#contract/tables/merged-log.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

const ROWS = 5;
const REFRESH_MS = 10_000;

export type NewestPassage = MergedLogRow;

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
