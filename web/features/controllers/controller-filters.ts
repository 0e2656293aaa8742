// The two filters of the controllers' list, and which controllers a state means.
import type { DeviceType, SyncState } from "#contract/devices.ts";
import type { ControllerSync } from "./controller-sync-state.ts";

export type ControllerTypeFilter = "all" | DeviceType;
export type ControllerStateFilter = "all" | SyncState | "paused";

/**
 * The ids that the list asks for: controllers in that state, or for "synced" the ones to leave out. States are derived
 * from lanes and copies, so the list cannot filter by them itself. Order is fixed, because the ids stand in a query key.
 */
export function idsOfState(state: ControllerStateFilter, syncs: ReadonlyMap<string, ControllerSync>): string[] {
  if (state === "all" || state === "paused") return [];
  const all = [...syncs];
  const chosen = all.filter(([, sync]) => (state === "synced" ? sync.state !== "synced" : sync.state === state));
  return chosen.map(([id]) => id).toSorted();
}
