// The health of a door controller, from its own log: its clock, and its last reports about itself. A gate has no such log.
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { doorEventRow } from "#contract/tables/door-events.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import { CONTROLLERS_KEY } from "./get-controllers.ts";

const cursorRow = z.object({ clock_skew_ms: z.coerce.number().nullable() });
const ownEvent = doorEventRow.pick({ occurred_at: true, gap_cause: true, gap_from: true });
export type OwnEvent = z.infer<typeof ownEvent>;

export interface DeviceHealth {
  /** Null: not measured. */
  clockSkewMs: number | null;
  restart: OwnEvent | null;
  gap: OwnEvent | null;
  tamper: OwnEvent | null;
  battery: OwnEvent | null;
}

const REFRESH_MS = 15_000;

/** Reads the controller's health; null: its log was never read. */
export function getDeviceHealthQueryOptions(id: string) {
  return queryOptions<DeviceHealth | null>({
    queryKey: [...CONTROLLERS_KEY, "health", id],
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      const newest = async (kind: "controller_restarted" | "gap" | "tamper" | "battery_low") => {
        const call = backend
          .from("door_events")
          .select("occurred_at, gap_cause, gap_from")
          .eq("controller_id", id)
          .eq("kind", kind)
          .order("occurred_at", { ascending: false })
          .limit(1);
        return (await readRows(ownEvent, call.abortSignal(signal)))[0] ?? null;
      };
      const cursors = backend.from("door_event_cursors").select("clock_skew_ms").eq("controller_id", id);
      const [[cursor], restart, gap, tamper, battery] = await Promise.all([
        readRows(cursorRow, cursors.abortSignal(signal)),
        newest("controller_restarted"),
        newest("gap"),
        newest("tamper"),
        newest("battery_low"),
      ]);
      return cursor === undefined ? null : { clockSkewMs: cursor.clock_skew_ms, restart, gap, tamper, battery };
    },
  });
}
