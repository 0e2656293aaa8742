import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { SyncState } from "#contract/devices.ts";
import { syncQueueRow } from "#contract/tables/sync-status.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

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
    queryFn: ({ signal }) =>
      readRows(
        syncQueueRow,
        backend.rpc("sync_queue", { p_state: state, p_limit: rows, p_offset: from }).abortSignal(signal),
      ),
  });
}
