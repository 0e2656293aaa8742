import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { pinHoursSchema, pinUseSchema } from "#contract/pin-use.ts";
import { accessPointRow } from "#contract/tables/access-points.ts";
import { backend } from "#web/lib/backend.ts";
import { readRows } from "#web/lib/rows.ts";

export const doorRow = accessPointRow.extend({
  missing_since: z.string().nullable(),
  pin_min: z.number().nullable(),
  pin_max: z.number().nullable(),
  pin_use: pinUseSchema.nullable(),
  pin_hours: pinHoursSchema.nullable(),
});
export type Door = z.infer<typeof doorRow>;

export function accessPointsKey(controllerId: string) {
  return ["access-points", controllerId] as const;
}

export function getAccessPointsQueryOptions(controllerId: string) {
  return queryOptions({
    queryKey: accessPointsKey(controllerId),
    queryFn: ({ signal }) =>
      readRows(
        doorRow,
        backend.from("access_points").select("*").eq("controller_id", controllerId).order("name").abortSignal(signal),
      ),
  });
}
