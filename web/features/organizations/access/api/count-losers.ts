// Counts people who lose access; the server counts under the caller's own policies.
import { backend } from "#web/lib/calls/backend.ts";
import { readCount } from "#web/lib/calls/rows.ts";
import type { Losers } from "../organization-access.ts";

const ASSIGNMENTS = "credentials.controller_assignments";

export function countLosers(organizationId: string, losers: Losers): Promise<number> {
  const people = backend
    .from("end_users")
    .select("id, credentials!inner(controller_assignments!inner())", { count: "exact", head: true })
    .eq("organization_id", organizationId);
  switch (losers.at) {
    case "controller":
      return readCount(people.eq(`${ASSIGNMENTS}.controller_id`, losers.controllerId));
    case "door":
      return readCount(people.eq(`${ASSIGNMENTS}.access_point_id`, losers.doorId));
    case "other-doors":
      return readCount(
        people
          .eq(`${ASSIGNMENTS}.controller_id`, losers.controllerId)
          .neq(`${ASSIGNMENTS}.access_point_id`, losers.doorId),
      );
  }
}
