import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type EndUserManagerRequest, saveEndUserReply } from "#contract/functions/end-user-manager.ts";
import { callFunction } from "#web/lib/calls/functions.ts";

/** Deletes a person. `pending` of the reply: devices that have not confirmed the removal. */
export function useDeleteEndUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => {
      const request: EndUserManagerRequest = { action: "DELETE", id };
      return callFunction("end-user-manager", saveEndUserReply, request);
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["end-users"] });
      void client.invalidateQueries({ queryKey: ["credentials"] });
    },
  });
}
