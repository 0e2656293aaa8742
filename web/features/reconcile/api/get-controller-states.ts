// Reads controllers' states. The overview shows the same answer under the same key.
import { queryOptions } from "@tanstack/react-query";
import { type ControllerState, controllerStateRow } from "#contract/tables/sync-status.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

const REFRESH_MS = 5_000;

export function getControllerStatesQueryOptions() {
  return queryOptions({
    queryKey: ["controllers", "states"],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => readRows(controllerStateRow, backend.rpc("controller_states", {}).abortSignal(signal)),
  });
}

export function isSyncPaused(units: readonly ControllerState[]): boolean {
  return units.some((unit) => unit.workers_paused_at !== null);
}
