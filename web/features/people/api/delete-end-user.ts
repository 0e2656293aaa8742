import { useMutation, useQueryClient } from "@tanstack/react-query";
import { endUserManager } from "#contract/functions/end-user-manager.ts";
import { callAction } from "#web/lib/calls/functions.ts";

/** Deletes a person. `pending` of the reply: devices that have not confirmed the removal. */
export function useDeleteEndUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callAction(endUserManager.DELETE, { id }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["end-users"] });
      void client.invalidateQueries({ queryKey: ["credentials"] });
    },
  });
}
