// LIST_USERS: who is on the device right now, beside what the portal knows of each.
import { queryOptions } from "@tanstack/react-query";
import { type AxisUser, listUsersReply } from "#contract/functions/axis-proxy.ts";
import { CONTROLLER_USERS_REFRESH_MS } from "#contract/limits.ts";
import { callFunction } from "#web/lib/functions.ts";

export function controllerUsersKey(controllerId: string) {
  return ["controller-users", controllerId] as const;
}

/** Read anew every 30 seconds; what was read stays while that runs, and when it fails. */
export function getControllerUsersQueryOptions(controllerId: string) {
  return queryOptions({
    queryKey: controllerUsersKey(controllerId),
    // A device that does not answer is told at once, and asked again by the clock.
    retry: false,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<AxisUser[]> =>
      (
        await callFunction(
          "axis-proxy",
          listUsersReply,
          { action: "LIST_USERS", controller_id: controllerId },
          { signal },
        )
      ).users,
    refetchInterval: CONTROLLER_USERS_REFRESH_MS,
  });
}
