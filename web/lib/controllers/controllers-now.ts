import { queryOptions } from "@tanstack/react-query";
import { type ControllerState, controllerStates } from "#contract/tables/sync-status.ts";
import { callSql } from "#web/lib/calls/sql.ts";

const REFRESH_MS = 10_000;

/** Reads every controller's state, and again at intervals while a page shows it. */
export function getControllersNowQueryOptions() {
  return queryOptions({
    queryKey: ["controllers", "now"],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }): Promise<ControllerState[]> => callSql(controllerStates, {}, signal),
  });
}
