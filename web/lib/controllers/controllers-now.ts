import { queryOptions } from "@tanstack/react-query";
import { type ControllerState, controllerStateRow } from "#contract/tables/sync-status.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

const REFRESH_MS = 10_000;

export function getControllersNowQueryOptions() {
  return queryOptions({
    queryKey: ["controllers", "now"],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }): Promise<ControllerState[]> =>
      readRows(controllerStateRow, backend.rpc("controller_states", {}).abortSignal(signal)),
  });
}
