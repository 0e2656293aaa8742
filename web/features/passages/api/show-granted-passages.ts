import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type GrantedPassagesRequest, grantedPassages } from "#contract/functions/granted-passages.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { ACCESS_LOGS_KEY } from "./get-access-logs.ts";
import { EVENTS_KEY } from "./get-events.ts";

const LISTS = [EVENTS_KEY, ACCESS_LOGS_KEY];

/** Shows granted passages; resolves to the time when they are hidden again. */
export function useShowGrantedPassages() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (request: GrantedPassagesRequest) => (await callAction(grantedPassages, request)).until,
    onSuccess: () => Promise.all(LISTS.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
