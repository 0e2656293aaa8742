// The kinds stand in the order of docs/requirements.md, section 8.
import { organizationsTexts as t } from "./texts/organizations.sv.ts";

export interface LinkedCounts {
  endUsers: number;
  /** Controllers registered for the organisation: removed only by deleting the controller. */
  registered: number;
  /** Controllers given to the organisation: taken away in "Hantera styrenheter". */
  given: number;
  administrators: number;
}

/** Returns "slutanvändare, styrenheter"; empty when nothing is linked. */
export function linkedThings({ endUsers, registered, given, administrators }: LinkedCounts): string {
  return [
    endUsers > 0 && t.linkedEndUsers,
    registered + given > 0 && t.linkedControllers,
    administrators > 0 && t.linkedAdmins,
  ]
    .filter((word) => word !== false)
    .join(", ");
}
