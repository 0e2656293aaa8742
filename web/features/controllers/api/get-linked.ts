// Reads what keeps a controller from being deleted; the database refuses for the same reasons.
import { queryOptions } from "@tanstack/react-query";
import { backend } from "#web/lib/calls/backend.ts";
import { readCount } from "#web/lib/calls/rows.ts";
import { countHeldDoors } from "./count-held-doors.ts";
import { CONTROLLERS_KEY } from "./get-controllers.ts";
import { type OrganizationAtController, readOrganizationsAt } from "./organizations-at.ts";

export interface LinkedToController {
  people: number;
  /** Groups with a place there, also those without people. */
  groups: number;
  weeklyCodes: number;
  /** People made at the controller, without an organisation. */
  ownUsers: number;
  /** Doors that the portal holds unlocked. */
  heldDoors: number;
  /** Replicas left on the device that should be removed. */
  removals: number;
  organizations: OrganizationAtController[];
}

const CONFIRMED_EVERY_MS = 3_000;

export function getLinkedQueryOptions(controllerId: string) {
  return queryOptions({
    queryKey: [...CONTROLLERS_KEY, "linked", controllerId],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // The device only has to confirm removals; nothing else prevents the deletion.
    refetchInterval: ({ state }) => ((state.data?.removals ?? 0) > 0 ? CONFIRMED_EVERY_MS : false),
    queryFn: async (): Promise<LinkedToController> => {
      const [organizations, weeklyCodes, ownUsers, heldDoors, replicas] = await Promise.all([
        readOrganizationsAt(controllerId),
        countRows("weekly_code_assignments", controllerId),
        countRows("controller_users", controllerId),
        countHeldDoors({ controllerId }),
        countRows("device_sync", controllerId),
      ]);
      const [people, groups] = (["people", "groups"] as const).map((of) =>
        organizations.reduce((sum, organization) => sum + organization[of], 0),
      ) as [number, number];
      const desired = people + groups + weeklyCodes + ownUsers;
      const removals = desired === 0 ? replicas : 0;
      return { people, groups, weeklyCodes, ownUsers, heldDoors, removals, organizations };
    },
  });
}

function countRows(
  table: "weekly_code_assignments" | "controller_users" | "device_sync",
  controllerId: string,
): Promise<number> {
  return readCount(
    backend.from(table).select("controller_id", { count: "exact", head: true }).eq("controller_id", controllerId),
  );
}
