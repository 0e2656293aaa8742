import { queryOptions } from "@tanstack/react-query";
import { plateToCorrectRow } from "#contract/tables/plates-to-correct.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

export function getPlatesToCorrectQueryOptions() {
  return queryOptions({
    queryKey: ["near-misses", "plates-to-correct"],
    queryFn: ({ signal }) => readRows(plateToCorrectRow, backend.rpc("plates_to_correct", {}).abortSignal(signal)),
  });
}
