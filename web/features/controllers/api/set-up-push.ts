import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SetUpPushReply, setUpPushReply } from "#contract/functions/controller-manager.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import { CONTROLLERS_KEY } from "./get-controllers.ts";

/** Writes the portal's address and the gate's account into the camera; audited. */
export function useSetUpPush(controllerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (): Promise<SetUpPushReply> =>
      withStepUp("set_up_camera", () =>
        callFunction("controller-manager", setUpPushReply, {
          action: "SET_UP_PUSH",
          id: controllerId,
          portal: location.origin,
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: CONTROLLERS_KEY }),
  });
}
