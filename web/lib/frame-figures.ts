// Figures that features publish to the frame, which knows no feature: navigation counts and the top bar's sync summary.
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

/** Sets the count beside the navigation row of path `to`; undefined removes it. */
export function publishNavigationCount(to: string, count: string | undefined): void {
  const { [to]: _old, ...rest } = counts.get();
  counts.set(count === undefined ? rest : { ...rest, [to]: count });
}

/** As a hook; while `count` is unknown, such as under a filter, the last one stays. */
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
