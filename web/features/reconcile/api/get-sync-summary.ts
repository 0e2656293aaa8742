import { queryOptions } from "@tanstack/react-query";
import { type SyncSummaryRow, syncSummary } from "#contract/tables/sync-status.ts";
import { callSql } from "#web/lib/calls/sql.ts";
import type { SyncSummary } from "#web/lib/controllers/sync-standing.ts";

const REFRESH_MS = 4_000;
/** Poll intervals on every page: short while something waits or a controller is away, long while all is well. */
const FRAME_BUSY_MS = 5_000;
const FRAME_QUIET_MS = 20_000;

/** Reads the figures for Synkstatus, with replicas in step. */
export function getSyncFiguresQueryOptions() {
  return queryOptions({
    queryKey: ["sync", "figures"],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => callSql(syncSummary, { with_synced: true }, signal),
  });
}

/** Reads the figures for the top bar, without replicas in step. */
export function getSyncSummaryQueryOptions() {
  return queryOptions({
    queryKey: ["sync", "summary"],
    refetchInterval: (query: { state: { data: SyncSummaryRow | undefined } }) =>
      query.state.data && openReplicas(query.state.data) + query.state.data.away > 0 ? FRAME_BUSY_MS : FRAME_QUIET_MS,
    queryFn: ({ signal }): Promise<SyncSummaryRow> => callSql(syncSummary, {}, signal),
  });
}

export function summaryOf(row: SyncSummaryRow): SyncSummary {
  const { pending, pending_removal, failed, anything, away, shut, unreached, paused } = row;
  return { waiting: pending + pending_removal, failed, anything, away, shut, unreached, paused };
}

export function openReplicas({ pending, pending_removal, failed }: SyncSummaryRow): number {
  return pending + pending_removal + failed;
}
