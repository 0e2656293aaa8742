// Reads controllers' states. The overview shows the same answer under the same key.
import { queryOptions } from "@tanstack/react-query";
import { type ControllerState, controllerStates } from "#contract/tables/sync-status.ts";
import { callSql } from "#web/lib/calls/sql.ts";

const REFRESH_MS = 5_000;

export function getControllerStatesQueryOptions() {
  return queryOptions({
    queryKey: ["controllers", "states"],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => callSql(controllerStates, {}, signal),
  });
}

export function isSyncPaused(units: readonly ControllerState[]): boolean {
  return units.some((unit) => unit.workers_paused_at !== null);
}
