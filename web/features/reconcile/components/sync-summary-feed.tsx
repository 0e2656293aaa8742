// Renders nothing; refreshes the counts of the top bar and the navigation on every page of an area.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { publishQueueCount, publishSyncSummary } from "#web/lib/frame/frame-figures.ts";
import { frameFigureTexts } from "#web/texts/frame-figures.sv.ts";
import { getSyncSummaryQueryOptions, openReplicas, summaryOf } from "../api/get-sync-summary.ts";

export function SyncSummaryFeed({ path }: { path: string }) {
  const { data, isError } = useQuery(getSyncSummaryQueryOptions());
  useEffect(() => {
    // The values read before the failure may have changed since.
    if (isError) publishSyncSummary(null);
    else if (data) publishSyncSummary(summaryOf(data));
    // The count includes failed changes, which do not wait.
    if (data) publishQueueCount(path, openReplicas(data), frameFigureTexts.changes);
  }, [data, isError, path]);
  return null;
}
