import { backend } from "#web/lib/calls/backend.ts";
import { readCount } from "#web/lib/calls/rows.ts";

/** Counts doors that the portal holds unlocked: nobody would lock a deleted one again, so the database refuses to delete it. */
export function countHeldDoors(of: { controllerId: string } | { accessPointId: string }): Promise<number> {
  const held = backend
    .from("door_holds")
    .select("id, access_points!inner()", { count: "exact", head: true })
    .not("sent_at", "is", null)
    .is("end_confirmed_at", null);
  return readCount(
    "accessPointId" in of
      ? held.eq("access_point_id", of.accessPointId)
      : held.eq("access_points.controller_id", of.controllerId),
  );
}
