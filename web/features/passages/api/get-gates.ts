// Reads controllers that can appear in the log: those that read plates.

import { queryOptions } from "@tanstack/react-query";
import { GATE_TYPES } from "#contract/devices.ts";
import { controllerRow } from "#contract/tables/controllers.ts";
import { organizationRow } from "#contract/tables/organizations.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import { isSystemAdmin } from "../whose-log.ts";

const gateRow = controllerRow
  .pick({ id: true, name: true })
  .extend({ organizations: organizationRow.pick({ id: true, name: true }).nullable().default(null) });

export function getGatesQueryOptions() {
  return queryOptions({
    queryKey: ["controllers", "gates"],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readRows(
        gateRow,
        backend
          .from("controllers")
          .select(isSystemAdmin() ? "id, name, organizations(id, name)" : "id, name")
          .in("device_type", GATE_TYPES)
          .order("name")
          .abortSignal(signal),
      ),
  });
}
