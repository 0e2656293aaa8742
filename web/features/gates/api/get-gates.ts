// Reads gates with plate reading that the caller may see.

import { queryOptions } from "@tanstack/react-query";
import { GATE_TYPES } from "#contract/devices.ts";
import { controllerRow } from "#contract/tables/controllers.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

export function getGateNamesQueryOptions() {
  return queryOptions({
    queryKey: ["controllers", "gate-names"],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readRows(
        controllerRow.pick({ id: true, name: true }),
        backend.from("controllers").select("id, name").in("device_type", GATE_TYPES).order("name").abortSignal(signal),
      ),
  });
}
