import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { endUserManager } from "#contract/functions/end-user-manager.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import type { BulkRequest } from "../bulk-request.ts";
import { PERSON_COLUMNS, personRow } from "../person.ts";

/** Changes several people in one call; each is done or refused separately. */
export function useChangePeople() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: BulkRequest) => {
      if (request.action === "DELETE_MANY") return callAction(endUserManager.DELETE_MANY, request);
      if (request.action === "UNDO_DELETE") return callAction(endUserManager.UNDO_DELETE, request);
      return callAction(endUserManager.SWITCH_MANY, request);
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["end-users"] });
      void client.invalidateQueries({ queryKey: ["credentials"] });
    },
  });
}

/** Reads the people's present state, for the consequences of an operation on them. */
export function getChosenPeopleQueryOptions(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["end-users", "chosen", ids],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      readRows(
        personRow,
        backend
          .from("end_users")
          .select(PERSON_COLUMNS)
          .in("id", [...ids])
          .abortSignal(signal),
      ),
  });
}
