// Counts people who lose access; the server counts under the caller's own policies.
import { backend } from "#web/lib/calls/backend.ts";
import { readCount } from "#web/lib/calls/rows.ts";
import type { Losers } from "../organization-access.ts";

const RIGHTS = "credentials.access_rights";

export function countLosers(organizationId: string, losers: Losers): Promise<number> {
  const people = backend
    .from("end_users")
    .select("id, credentials!inner(access_rights!inner())", { count: "exact", head: true })
    .eq("organization_id", organizationId);
  switch (losers.at) {
    case "controller":
      return readCount(people.eq(`${RIGHTS}.controller_id`, losers.controllerId));
    case "door":
      return readCount(people.eq(`${RIGHTS}.access_point_id`, losers.doorId));
    case "other-doors":
      return readCount(
        people.eq(`${RIGHTS}.controller_id`, losers.controllerId).neq(`${RIGHTS}.access_point_id`, losers.doorId),
      );
  }
}
