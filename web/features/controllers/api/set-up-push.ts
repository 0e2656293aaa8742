import { useMutation, useQueryClient } from "@tanstack/react-query";
import { controllerManager, type SetUpPushReply } from "#contract/functions/controller-manager.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import { CONTROLLERS_KEY } from "./get-controllers.ts";

/** Writes the portal's address and the gate's account into the camera; audited. */
export function useSetUpPush(controllerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (): Promise<SetUpPushReply> =>
      withStepUp("set_up_camera", () =>
        callAction(controllerManager.SET_UP_PUSH, { id: controllerId, portal: location.origin }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: CONTROLLERS_KEY }),
  });
}
