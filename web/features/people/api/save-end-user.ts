import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { InputOf } from "#contract/define-action.ts";
import { type EndUserPayload, endUserManager } from "#contract/functions/end-user-manager.ts";
import { callAction } from "#web/lib/calls/functions.ts";

export interface SaveArguments {
  payload: EndUserPayload;
  /** Null: a new person. Otherwise with what the form was filled from. */
  stored: Required<Pick<InputOf<typeof endUserManager.UPDATE>, "id" | "seen_at" | "seen_access">> | null;
}

/** Saves a person. Resolves once the doors confirm, after 10 s at most; rejects with a FunctionError. */
export function useSaveEndUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ payload, stored }: SaveArguments) =>
      stored
        ? callAction(endUserManager.UPDATE, { ...stored, payload })
        : callAction(endUserManager.CREATE, { payload }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["end-users"] });
      void client.invalidateQueries({ queryKey: ["credentials"] });
    },
  });
}
