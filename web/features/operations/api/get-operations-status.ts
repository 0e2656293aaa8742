import { queryOptions } from "@tanstack/react-query";
import { operationsStatusReply } from "#contract/functions/operations-status.ts";
import { callFunction } from "#web/lib/calls/functions.ts";

const REFRESH_MS = 15_000;

export function getOperationsStatusQueryOptions() {
  return queryOptions({
    queryKey: ["operations", "status"],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) =>
      callFunction("operations-status", operationsStatusReply, undefined, { method: "GET", signal }),
  });
}
