// Counts people and groups of all organisations that lose a door when it is switched off or deleted, and whether it is held unlocked.
import { queryOptions } from "@tanstack/react-query";
import { countHeldDoors } from "#web/features/controllers/api/count-held-doors.ts";
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

/** Counts groups with the door; one without people keeps it from being deleted, too. */
function countDoorGroups(accessPointId: string): Promise<number> {
  return readCount(
    backend
      .from("access_group_doors")
      .select("group_id", { count: "exact", head: true })
      .eq("access_point_id", accessPointId),
  );
}

export function getDoorPeopleQueryOptions(accessPointId: string) {
  return queryOptions({
    queryKey: ["access-points", "people", accessPointId],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: async () => {
      const [people, groups, holds] = await Promise.all([
        countDoorPeople(accessPointId),
        countDoorGroups(accessPointId),
        countHeldDoors({ accessPointId }),
      ]);
      return { people, groups, isHeld: holds > 0 };
    },
  });
}
