import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type GrantedPassagesRequest, grantedPassagesReply } from "#contract/functions/granted-passages.ts";
import { callFunction } from "#web/lib/functions.ts";
import { DOOR_EVENTS_KEY } from "./get-door-events.ts";

/** Resolves to when they are hidden again. */
export function useShowGrantedPassages() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (request: GrantedPassagesRequest) =>
      (await callFunction("granted-passages", grantedPassagesReply, request)).until,
    onSuccess: () => client.invalidateQueries({ queryKey: DOOR_EVENTS_KEY }),
  });
}
