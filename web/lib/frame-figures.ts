// Figures that features put into the frame: counts beside navigation rows, and the sync summary of the top bar. The frame
// knows no feature; a feature publishes here.
import { useEffect } from "react";
import { formatNumber } from "./dates.ts";
import { onPersonLeft } from "./session.ts";
import { createStore, useStore } from "./store.ts";

export interface SyncSummary {
  waiting: number;
  failed: number;
}

const counts = createStore<Readonly<Record<string, string>>>({});
const syncSummary = createStore<SyncSummary | null>(null);

/** Sets the quiet count beside a navigation row; `to` is its path, undefined takes it away. */
export function publishNavigationCount(to: string, count: string | undefined): void {
  const { [to]: _old, ...rest } = counts.get();
  counts.set(count === undefined ? rest : { ...rest, [to]: count });
}

/** The figure beside a navigation row; while `count` is unknown, such as under a filter, the last one stays. */
export function useNavigationCount(to: string, count: number | null | undefined): void {
  useEffect(() => {
    if (typeof count === "number") publishNavigationCount(to, formatNumber(count));
  }, [to, count]);
}

/** Sets "5 väntar · 1 fel" / "Allt synkat"; null hides it. */
export function publishSyncSummary(summary: SyncSummary | null): void {
  syncSummary.set(summary);
}

onPersonLeft(() => {
  counts.set({});
  syncSummary.set(null);
});

export function useNavigationCounts(): Readonly<Record<string, string>> {
  return useStore(counts);
}

export function useSyncSummary(): SyncSummary | null {
  return useStore(syncSummary);
}
