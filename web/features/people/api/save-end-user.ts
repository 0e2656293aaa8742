import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type EndUserPayload, endUserManager } from "#contract/functions/end-user-manager.ts";
import { callAction } from "#web/lib/calls/functions.ts";

export interface SaveArguments {
  payload: EndUserPayload;
  /** Null: a new person. `seenAt`: the `updated_at` when the form was filled. */
  stored: { id: string; seenAt: string } | null;
}

/** Saves a person. Resolves once the doors confirm, after 10 s at most; rejects with a FunctionError. */
export function useSaveEndUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ payload, stored }: SaveArguments) =>
      stored
        ? callAction(endUserManager.UPDATE, { id: stored.id, payload, seen_at: stored.seenAt })
        : callAction(endUserManager.CREATE, { payload }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["end-users"] });
      void client.invalidateQueries({ queryKey: ["credentials"] });
    },
  });
}
