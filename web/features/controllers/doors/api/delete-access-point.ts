import { useMutation, useQueryClient } from "@tanstack/react-query";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { write } from "#web/lib/calls/rows.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

/** Deletes a door. The database refuses while people are assigned to it. */
export function useDeleteAccessPoint() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write(backend.from("access_points").delete().eq("id", id)),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["access-points"] }),
        client.invalidateQueries({ queryKey: ["controllers"] }),
      ]),
  });
}

/** Takes a door from everybody who has it, and from groups. Nobody is deleted. */
export function useTakeAccessPoint() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => withStepUp("take_door", () => callAction(controllerManager.UNASSIGN_DOOR, { id })),
    onSuccess: () =>
      Promise.all(
        [["access-points"], ["controllers"], ["end-users"], ["access-groups"]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
