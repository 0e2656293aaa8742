import { queryOptions } from "@tanstack/react-query";
import { backend } from "#web/lib/calls/backend.ts";
import { readRow } from "#web/lib/calls/rows.ts";
import { CONTROLLER_COLUMNS, CONTROLLERS_KEY, listedController } from "./get-controllers.ts";

export function getControllerQueryOptions(id: string) {
  return queryOptions({
    queryKey: [...CONTROLLERS_KEY, "one", id],
    staleTime: 0,
    gcTime: 0,
    // The form must not change while somebody edits it.
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) =>
      readRow(
        listedController,
        backend.from("controllers").select(CONTROLLER_COLUMNS).eq("id", id).abortSignal(signal).single(),
      ),
  });
}
