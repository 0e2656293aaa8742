// Counts people with a replica on a controller, present or desired, for the question before a rebuild.
import { queryOptions } from "@tanstack/react-query";
import { backend } from "#web/lib/calls/backend.ts";
import { readCount } from "#web/lib/calls/rows.ts";

export function countReplicasQueryOptions(controllerId: string) {
  return queryOptions({
    queryKey: ["sync", "replicas", controllerId],
    queryFn: ({ signal }) =>
      readCount(
        backend
          .from("device_sync")
          .select("*", { count: "exact", head: true })
          .eq("controller_id", controllerId)
          .neq("source_kind", "weekly_code")
          .abortSignal(signal),
      ),
  });
}
