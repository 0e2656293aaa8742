import { useMutation, useQueryClient } from "@tanstack/react-query";
import { axisProxy } from "#contract/functions/axis-proxy.ts";
import { callAction } from "#web/lib/calls/functions.ts";

/** Tests a PIN: without a token a new code is written; with one the device is asked about it again. */
export function useTestPin(controllerId: string) {
  return useMutation({
    mutationFn: (userToken: string | null) =>
      callAction(axisProxy.TEST_PIN, { controller_id: controllerId, userToken }),
    onSettled: useRefreshed(controllerId),
  });
}

/** Removes the person that a test has made at the controller. */
export function useRemoveTestPin(controllerId: string) {
  return useMutation({
    mutationFn: (userToken: string) => callAction(axisProxy.DELETE_USER, { controller_id: controllerId, userToken }),
    onSettled: useRefreshed(controllerId),
  });
}

function useRefreshed(controllerId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["controller-users", controllerId] }),
      client.invalidateQueries({ queryKey: ["controllers", "sync"] }),
      client.invalidateQueries({ queryKey: ["sync"] }),
    ]);
}
