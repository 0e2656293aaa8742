// Renders nothing; refreshes the counts of the top bar and the navigation on every page of an area.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { formatNumber } from "#web/lib/dates.ts";
import { publishNavigationCount, publishSyncSummary } from "#web/lib/frame-figures.ts";
import { getSyncSummaryQueryOptions } from "../api/get-sync-summary.ts";

export function SyncSummaryFeed({ path }: { path: string }) {
  const { data } = useQuery(getSyncSummaryQueryOptions());
  const waiting = data && data.pending + data.pending_removal;
  const failed = data?.failed;
  useEffect(() => {
    if (waiting === undefined || failed === undefined) return;
    publishSyncSummary({ waiting, failed });
    publishNavigationCount(path, waiting + failed > 0 ? formatNumber(waiting + failed) : undefined);
  }, [waiting, failed, path]);
  return null;
}
