import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ChangedPeople, endUserManager } from "#contract/functions/end-user-manager.ts";
import { BackendError, errorSentence } from "#web/lib/calls/errors.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { type BulkRequest, changeInParts } from "../bulk-request.ts";
import { PERSON_COLUMNS, personRow } from "../person.ts";
import { readByIds } from "./read-all-people.ts";

function send(request: BulkRequest): Promise<ChangedPeople> {
  if (request.action === "DELETE_MANY") return callAction(endUserManager.DELETE_MANY, request);
  if (request.action === "UNDO_DELETE") return callAction(endUserManager.UNDO_DELETE, request);
  return callAction(endUserManager.SWITCH_MANY, request);
}

/** Changes any number of people; each is done or refused separately. */
export function useChangePeople() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (requests: readonly BulkRequest[]) =>
      changeInParts(requests, send, (error) => ({
        code: error instanceof BackendError ? error.code : "",
        error: errorSentence(error),
      })),
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
    queryFn: ({ signal }) => readByIds(ids, personRow, PERSON_COLUMNS, signal).then((found) => [...found.values()]),
  });
}
