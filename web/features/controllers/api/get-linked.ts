// Reads what keeps a controller from being deleted; the database refuses for the same reasons.
import { queryOptions } from "@tanstack/react-query";
import { backend } from "#web/lib/calls/backend.ts";
import { readCount } from "#web/lib/calls/rows.ts";
import { countGatePeople } from "./count-gate-people.ts";
import { CONTROLLERS_KEY } from "./get-controllers.ts";

export interface LinkedToController {
  people: number;
  weeklyCodes: number;
  /** People made at the controller, without an organisation. */
  ownUsers: number;
  /** Replicas left on the device that should be removed. */
  removals: number;
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
      const [people, weeklyCodes, ownUsers, replicas] = await Promise.all([
        countGatePeople(controllerId),
        countRows("weekly_code_assignments", controllerId),
        countRows("controller_users", controllerId),
        countRows("device_sync", controllerId),
      ]);
      const wanted = people + weeklyCodes + ownUsers;
      return { people, weeklyCodes, ownUsers, removals: wanted === 0 ? replicas : 0 };
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
