// Figures that features publish to the frame, which knows no feature: navigation counts and the top bar's sync summary.
import { useEffect } from "react";
import type { SyncSummary } from "#web/lib/controllers/sync-standing.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { onPersonLeft } from "#web/lib/session/person-left.ts";
import { createStore, useStore } from "#web/lib/store.ts";

export interface NavigationCount {
  figure: string;
  /** Text such as "2 larm", where the figure counts what waits for somebody and not the page's rows. */
  waits?: string;
}

const counts = createStore<Readonly<Record<string, NavigationCount>>>({});
const syncSummary = createStore<SyncSummary | null | undefined>(undefined);

/** Sets the count beside the navigation row of path `to`; undefined removes it. */
export function publishNavigationCount(to: string, count: NavigationCount | undefined): void {
  const { [to]: _old, ...rest } = counts.get();
  counts.set(count === undefined ? rest : { ...rest, [to]: count });
}

/** Tells whether the page that counts has published a number. */
export function isNavigationCountKnown(to: string): boolean {
  return counts.get()[to] !== undefined;
}

export type QueueWords = (count: string, isOne: boolean) => string;

/** Publishes a queue's count: an empty queue has no figure. */
export function publishQueueCount(to: string, count: number, words: QueueWords): void {
  const figure = formatNumber(count);
  publishNavigationCount(to, count === 0 ? undefined : { figure, waits: words(figure, count === 1) });
}

/** Publishes a count for the navigation. Null or undefined: not known yet, so the last one stays. */
export function useQueueCount(to: string, count: number | null | undefined, words: QueueWords): void {
  useEffect(() => {
    if (typeof count === "number") publishQueueCount(to, count, words);
  }, [to, count, words]);
}

/** Publishes a count from a component; while `count` is unknown, such as under a filter, the last one stays. */
export function useNavigationCount(to: string, count: number | null | undefined): void {
  useEffect(() => {
    if (typeof count === "number") publishNavigationCount(to, { figure: formatNumber(count) });
  }, [to, count]);
}

/** Publishes "5 väntar · 1 fel" / "Allt synkat"; null means unknown. */
export function publishSyncSummary(summary: SyncSummary | null): void {
  syncSummary.set(summary);
}

onPersonLeft(() => {
  counts.set({});
  syncSummary.set(undefined);
});

export function useNavigationCounts(): Readonly<Record<string, NavigationCount>> {
  return useStore(counts);
}

/** Returns the summary; undefined before the first answer. */
export function useSyncSummary(): SyncSummary | null | undefined {
  return useStore(syncSummary);
}
