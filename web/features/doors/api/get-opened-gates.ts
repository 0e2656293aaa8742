// Reads gates that the caller may open.
import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { GATE_TYPES } from "#contract/devices.ts";
import { controllerRow } from "#contract/tables/controllers.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

const openedGate = controllerRow.pick({ id: true, name: true, enabled: true });
export type OpenedGate = z.infer<typeof openedGate>;

export function getOpenedGatesQueryOptions() {
  return queryOptions({
    queryKey: ["controllers", "opened-gates"],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readRows(
        openedGate,
        backend
          .from("controllers")
          .select("id, name, enabled")
          .in("device_type", GATE_TYPES)
          .order("name")
          .abortSignal(signal),
      ),
  });
}
