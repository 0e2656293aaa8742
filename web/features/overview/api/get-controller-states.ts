// Reads controllers' states. It shares its key, and so its answer, with Synkstatus.
import { queryOptions } from "@tanstack/react-query";
import { controllerStateRow } from "#contract/tables/sync-status.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

const REFRESH_MS = 10_000;

export function getControllerStatesQueryOptions() {
  return queryOptions({
    queryKey: ["controllers", "states"],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => readRows(controllerStateRow, backend.rpc("controller_states", {}).abortSignal(signal)),
  });
}
