// Reads controllers' states. The query shares its key, and so its answer, with Synkstatus.
import { queryOptions } from "@tanstack/react-query";
import { controllerStates } from "#contract/tables/sync-status.ts";
import { callSql } from "#web/lib/calls/sql.ts";

const REFRESH_MS = 10_000;

export function getControllerStatesQueryOptions() {
  return queryOptions({
    queryKey: ["controllers", "states"],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => callSql(controllerStates, {}, signal),
  });
}
