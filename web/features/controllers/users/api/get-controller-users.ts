import { queryOptions } from "@tanstack/react-query";
import { type AxisUser, axisProxy } from "#contract/functions/axis-proxy.ts";
import { CONTROLLER_USERS_REFRESH_MS } from "#contract/limits.ts";
import { callAction } from "#web/lib/calls/functions.ts";

export function controllerUsersKey(controllerId: string) {
  return ["controller-users", controllerId] as const;
}

/** Reads the people again every 30 s; keeps the last result meanwhile and after a failure. */
export function getControllerUsersQueryOptions(controllerId: string) {
  return queryOptions({
    queryKey: controllerUsersKey(controllerId),
    // A silent device is reported at once; the interval retries.
    retry: false,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<AxisUser[]> =>
      (await callAction(axisProxy.LIST_USERS, { controller_id: controllerId }, { signal })).users,
    refetchInterval: CONTROLLER_USERS_REFRESH_MS,
  });
}
