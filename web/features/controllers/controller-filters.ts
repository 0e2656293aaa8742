import type { DeviceType, SyncState } from "#contract/devices.ts";
import type { ControllerSync } from "./controller-sync-state.ts";

export type ControllerTypeFilter = "all" | DeviceType;
export type ControllerStateFilter = "all" | SyncState | "paused";

/** Ids in that state, or for "synced" the ids to exclude: states are derived. Sorted, since they form a query key. */
export function idsOfState(state: ControllerStateFilter, syncs: ReadonlyMap<string, ControllerSync>): string[] {
  if (state === "all" || state === "paused") return [];
  const all = [...syncs];
  const chosen = all.filter(([, sync]) => (state === "synced" ? sync.state !== "synced" : sync.state === state));
  return chosen.map(([id]) => id).toSorted();
}
