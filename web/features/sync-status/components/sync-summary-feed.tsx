// Renders nothing; refreshes the counts of the top bar and the navigation on every page of an area.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { formatNumber } from "#web/lib/dates.ts";
import { publishNavigationCount, publishSyncSummary } from "#web/lib/frame/frame-figures.ts";
import { getSyncSummaryQueryOptions, openReplicas, summaryOf } from "../api/get-sync-summary.ts";

export function SyncSummaryFeed({ path }: { path: string }) {
  const { data, isError } = useQuery(getSyncSummaryQueryOptions());
  useEffect(() => {
    // What was read before the failure may have changed since.
    if (isError) publishSyncSummary(null);
    else if (data) publishSyncSummary(summaryOf(data));
    if (!data) return;
    const open = openReplicas(data);
    publishNavigationCount(path, open > 0 ? formatNumber(open) : undefined);
  }, [data, isError, path]);
  return null;
}
