import { queryOptions } from "@tanstack/react-query";
import { operationsStatus } from "#contract/functions/operations-status.ts";
import { callAction } from "#web/lib/calls/functions.ts";

const REFRESH_MS = 15_000;

export function getOperationsStatusQueryOptions() {
  return queryOptions({
    queryKey: ["operations", "status"],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => callAction(operationsStatus, {}, { method: "GET", signal }),
  });
}
