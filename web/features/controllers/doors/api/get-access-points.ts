import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { pinHoursSchema, pinUseSchema } from "#contract/pin-use.ts";
import { accessPointRow } from "#contract/tables/access-points.ts";
import { unlockHoursSchema } from "#contract/unlock-hours.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import { doorHoursColumns, doorHoursState } from "#web/lib/doors/door-hours.ts";
import { pinAloneState } from "../pin-alone.ts";

export const doorRow = accessPointRow.extend({
  missing_since: z.string().nullable(),
  pin_min: z.number().nullable(),
  pin_max: z.number().nullable(),
  pin_use: pinUseSchema.nullable(),
  pin_hours: pinHoursSchema.nullable(),
  pin_alone: z.boolean(),
  pin_alone_on_device: z.boolean(),
  pin_rule: z.string().nullable(),
  hours_seen_at: z.string().nullable(),
  unlock_hours: unlockHoursSchema.nullable(),
  ...doorHoursColumns,
  /** Absent in the answer to a change. */
  controllers: z.object({ keeps_hours: z.boolean().nullable() }).nullish(),
});
export type Door = z.infer<typeof doorRow>;

const WAITING_REFRESH_MS = 2_000;

export function accessPointsKey(controllerId: string) {
  return ["access-points", controllerId] as const;
}

export function getAccessPointsQueryOptions(controllerId: string) {
  return queryOptions({
    queryKey: accessPointsKey(controllerId),
    queryFn: ({ signal }) =>
      readRows(
        doorRow,
        backend
          .from("access_points")
          .select("*, controllers(keeps_hours)")
          .eq("controller_id", controllerId)
          .order("name")
          .abortSignal(signal),
      ),
    // The worker writes the unit's answers a moment later.
    refetchInterval: ({ state }) =>
      state.data?.some((door) => pinAloneState(door) === "waits" || doorHoursState(door) === "waits")
        ? WAITING_REFRESH_MS
        : false,
  });
}
