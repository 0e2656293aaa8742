// Reads the doors and gates that the caller may ask about.
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { GATE_TYPES } from "#contract/devices.ts";
import { controllerRow } from "#contract/tables/controllers.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

const door = z.object({
  id: z.uuid(),
  name: z.string(),
  door_name: z.string().nullable(),
  controllers: z.object({ name: z.string() }),
});
const gate = controllerRow.pick({ id: true, name: true });

export interface Places {
  doors: z.infer<typeof door>[];
  gates: z.infer<typeof gate>[];
}

export function getPlacesQueryOptions() {
  return queryOptions({
    queryKey: ["access-points", "to-ask-about"],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Places> => {
      // The inner embed leaves out doors that are not offered to an org admin.
      const doors = backend
        .from("access_points")
        .select("id, name, door_name, controllers!inner(name), door_states!inner(access_point_id)")
        .order("door_name")
        .order("id");
      const gates = backend.from("controllers").select("id, name").in("device_type", GATE_TYPES).order("name");
      return {
        doors: await readRows(door, doors.abortSignal(signal)),
        gates: await readRows(gate, gates.abortSignal(signal)),
      };
    },
  });
}
