// Counts people of all organisations who lose a door when it is switched off.
import { backend } from "#web/lib/calls/backend.ts";
import { readCount } from "#web/lib/calls/rows.ts";

export function countDoorPeople(accessPointId: string): Promise<number> {
  return readCount(
    backend
      .from("end_users")
      .select("id, credentials!inner(access_rights!inner())", { count: "exact", head: true })
      .eq("credentials.access_rights.access_point_id", accessPointId),
  );
}
