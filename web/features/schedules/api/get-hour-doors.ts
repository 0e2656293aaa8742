// Reads the doors that have hours of their own, for the schedules that they use.
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import { doorHoursColumns, doorHoursState } from "#web/lib/doors/door-hours.ts";

const hourDoor = z.object({
  id: z.uuid(),
  name: z.string(),
  door_name: z.string().nullable(),
  controller_id: z.uuid(),
  ...doorHoursColumns,
});
export type HourDoor = z.infer<typeof hourDoor>;

const WAITING_REFRESH_MS = 2_000;

export function getHourDoorsQueryOptions() {
  return queryOptions({
    queryKey: ["access-points", "with-hours"],
    queryFn: ({ signal }) =>
      readRows(
        hourDoor,
        backend
          .from("access_points")
          .select("id, name, door_name, controller_id, hours_schedule_id, hours_token, hours_problem")
          .not("hours_schedule_id", "is", null)
          .order("name")
          .order("id")
          .abortSignal(signal),
      ),
    // The worker writes the unit's answers a moment later.
    refetchInterval: ({ state }) =>
      state.data?.some((door) => doorHoursState(door) === "waits") ? WAITING_REFRESH_MS : false,
  });
}
