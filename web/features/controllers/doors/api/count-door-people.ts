// Counts people of all organisations who lose a door when it is switched off.
import { backend } from "#web/lib/calls/backend.ts";
import { readCount } from "#web/lib/calls/rows.ts";

export function countDoorPeople(accessPointId: string): Promise<number> {
  return readCount(
    backend
      .from("end_users")
      .select("id, credentials!inner(controller_assignments!inner())", { count: "exact", head: true })
      .eq("credentials.controller_assignments.access_point_id", accessPointId),
  );
}
