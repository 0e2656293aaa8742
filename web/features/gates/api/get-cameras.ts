// Reads how each gate's camera reads, by day. An org admin sees cameras of gates that nobody else uses.
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import type { CameraDay } from "#contract/camera-health.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

const cameraDayRow = z.object({
  controller_id: z.uuid(),
  day: z.string(),
  reads: z.number().int(),
  unread: z.number().int(),
  unclear: z.number().int(),
  last_read_at: z.string(),
  controllers: z.object({ name: z.string() }).nullable(),
});

export interface Camera {
  gateId: string;
  gate: string;
  days: CameraDay[];
}

const REFRESH_MS = 60_000;
/** Sixteen days of 300 gates. */
const MOST_ROWS = 5_000;

export function getCamerasQueryOptions() {
  return queryOptions({
    queryKey: ["cameras", "days"],
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }): Promise<Camera[]> => {
      const rows = await readRows(
        cameraDayRow,
        backend
          .from("camera_days")
          .select("controller_id, day, reads, unread, unclear, last_read_at, controllers(name)")
          .order("day", { ascending: false })
          .order("controller_id")
          .limit(MOST_ROWS)
          .abortSignal(signal),
      );
      const cameras = new Map<string, Camera>();
      for (const { controller_id: gateId, controllers, ...day } of rows) {
        const known = cameras.get(gateId);
        if (known) known.days.push(day);
        else if (controllers) cameras.set(gateId, { gateId, gate: controllers.name, days: [day] });
      }
      return [...cameras.values()];
    },
  });
}
