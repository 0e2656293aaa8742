import { queryOptions } from "@tanstack/react-query";
import { controllerStateRow } from "#contract/tables/sync-status.ts";
import { backend } from "#web/lib/backend.ts";
import { readRows } from "#web/lib/rows.ts";
import { isUnreachable } from "../credential-status.ts";

/** Controller id → it answers; absent when unknown. */
export function getOnlineControllersQueryOptions() {
  return queryOptions({
    queryKey: ["controllers", "online"],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, boolean>> => {
      const units = await readRows(controllerStateRow, backend.rpc("controller_states", {}).abortSignal(signal));
      return new Map(
        units.flatMap(({ controller_id, state, last_error }): [string, boolean][] => {
          if (state === "online") return [[controller_id, true]];
          return state === "offline" && isUnreachable(last_error ?? "") ? [[controller_id, false]] : [];
        }),
      );
    },
  });
}
