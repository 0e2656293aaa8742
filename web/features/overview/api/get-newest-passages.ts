import { queryOptions } from "@tanstack/react-query";
import { addDays } from "date-fns";
import { mergedLogColumns } from "#contract/log-columns.ts";
import type { Role } from "#contract/roles.ts";
import { inStockholm, startOfStockholmDay, stockholmDay } from "#contract/stockholm.ts";
import { type MergedLogRow, mergedLogRow } from "#contract/tables/merged-log.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readPage, readRows } from "#web/lib/calls/rows.ts";

const ROWS = 5;
const REFRESH_MS = 10_000;

export type NewestPassage = MergedLogRow;

const REFUSALS = 4;

/** Returns the day, yyyy-MM-dd, from whose beginning refusals are read: yesterday. */
export const refusalsSince = (now: number): string => stockholmDay(addDays(inStockholm(new Date(now)), -1));

/** Reads the newest refusals since the beginning of yesterday, and counts all of them, above a large number by estimate. */
export function getRefusalsQueryOptions(role: Role) {
  return queryOptions({
    queryKey: ["access-logs", "refusals", role],
    refetchInterval: REFRESH_MS * 3,
    queryFn: ({ signal }) =>
      readPage(
        mergedLogRow,
        backend
          .from("merged_log")
          .select(mergedLogColumns(role === "system_admin"), { count: "estimated" })
          .eq("kind", "access")
          .eq("granted", false)
          .gte("occurred_at", startOfStockholmDay(refusalsSince(Date.now())).toISOString())
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
