import { DEVICE_TYPES, type SyncState } from "#contract/devices.ts";
import type { ControllerSync } from "./controller-sync-state.ts";

export const TYPE_FILTERS = ["all", ...DEVICE_TYPES] as const;
export const STATE_FILTERS = ["all", "synced", "pending", "pending_removal", "failed", "paused"] as const satisfies (
  | "all"
  | SyncState
  | "paused"
)[];
export type ControllerTypeFilter = (typeof TYPE_FILTERS)[number];
export type ControllerStateFilter = (typeof STATE_FILTERS)[number];

/** Returns ids in that state or, for "synced", the ids to exclude, because states are derived. Sorted, since they form a query key. */
export function idsOfState(state: ControllerStateFilter, syncs: ReadonlyMap<string, ControllerSync>): string[] {
  if (state === "all" || state === "paused") return [];
  const all = [...syncs];
  const chosen = all.filter(([, sync]) => (state === "synced" ? sync.state !== "synced" : sync.state === state));
  return chosen.map(([id]) => id).toSorted();
}
