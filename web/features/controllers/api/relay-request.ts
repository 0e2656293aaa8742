import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { storedRelayRequest } from "#contract/relay.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRow } from "#web/lib/calls/rows.ts";
import { CONTROLLERS_KEY } from "./get-controllers.ts";

const row = z.object({ relay_request: storedRelayRequest });

export function getRelayRequestQueryOptions(id: string) {
  return queryOptions({
    queryKey: [...CONTROLLERS_KEY, "relay-request", id],
    staleTime: 0,
    gcTime: 0,
    // The form must not change while somebody edits it.
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      (
        await readRow(
          row,
          backend.from("controllers").select("relay_request").eq("id", id).abortSignal(signal).single(),
        )
      ).relay_request,
  });
}
