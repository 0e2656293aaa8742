import { useMutation, useQueryClient } from "@tanstack/react-query";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { write } from "#web/lib/calls/rows.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import { CONTROLLERS_KEY } from "./get-controllers.ts";

/** Deletes a controller with its doors. The database refuses while people are assigned to it or replicas remain on it. */
export function useDeleteController() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write(backend.from("controllers").delete().eq("id", id)),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: CONTROLLERS_KEY }),
        client.invalidateQueries({ queryKey: ["organizations"] }),
      ]),
  });
}

/** Takes a controller from its organisations and their people. */
export function useUnassignController() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => withStepUp("take_controller", () => callAction(controllerManager.UNASSIGN, { id })),
    onSettled: () =>
      Promise.all(
        [CONTROLLERS_KEY, ["organizations"], ["organization-access"], ["end-users"], ["access-groups"]].map(
          (queryKey) => client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
