import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { SyncState } from "#contract/devices.ts";
import { syncQueue } from "#contract/tables/sync-status.ts";
import { callSql } from "#web/lib/calls/sql.ts";

const REFRESH_MS = 3_000;

export function getSyncQueueQueryOptions({
  state,
  from,
  rows,
}: {
  state: SyncState | null;
  from: number;
  rows: number;
}) {
  return queryOptions({
    queryKey: ["sync", "queue", { state, from, rows }],
    placeholderData: keepPreviousData,
    refetchInterval: state === "synced" ? false : REFRESH_MS,
    queryFn: ({ signal }) => callSql(syncQueue, { p_state: state, p_limit: rows, p_offset: from }, signal),
  });
}
