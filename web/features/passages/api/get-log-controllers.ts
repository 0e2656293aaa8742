// Reads controllers that can appear in the log.
import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { DeviceType } from "#contract/devices.ts";
import { controllerRow } from "#contract/tables/controllers.ts";
import { organizationRow } from "#contract/tables/organizations.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import { isSystemAdmin } from "../whose-log.ts";

const listedController = controllerRow
  .pick({ id: true, name: true, device_type: true })
  .extend({ organizations: organizationRow.pick({ id: true, name: true }).nullable().default(null) });

export type ListedController = z.infer<typeof listedController>;

/** Reads doors' and gates' controllers, with organizations for a system admin. */
export function getLogControllersQueryOptions() {
  return queryOptions({
    queryKey: ["controllers", "of-log"],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readRows(
        listedController,
        backend
          .from("controllers")
          .select(isSystemAdmin() ? "id, name, device_type, organizations(id, name)" : "id, name, device_type")
          .order("name")
          .abortSignal(signal),
      ),
  });
}

/** Returns names by controller id, for passages that have arrived and not been read with their names. Pure. */
export function namedById(controllers: readonly ListedController[]) {
  return new Map(controllers.map(({ id, name, organizations }) => [id, { name, organizations }]));
}

/** Tells whether the reader has no device of these types; false while that is unknown. Pure. */
export function isWithoutAny(
  types: readonly DeviceType[],
  controllers: readonly ListedController[] | undefined,
): boolean {
  return controllers !== undefined && !controllers.some(({ device_type }) => types.includes(device_type));
}
