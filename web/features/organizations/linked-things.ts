// The kinds stand in the order of docs/requirements.md, section 8.
import { organizationsTexts as t } from "./texts/organizations.sv.ts";

export interface LinkedCounts {
  endUsers: number;
  /** Controllers registered for the organisation, which gives nobody access: they are registered for another one instead. */
  registered: number;
  /** The oldest other organisation, where new controllers are registered too; null when there is none. */
  other: { id: string; name: string } | null;
  /** Controllers given to the organisation: taken away in "Hantera styrenheter". */
  given: number;
  administrators: number;
}

/** Returns "slutanvändare, styrenheter"; empty when nothing is linked. */
export function linkedThings({ endUsers, registered, given, administrators }: Omit<LinkedCounts, "other">): string {
  return [
    endUsers > 0 && t.linkedEndUsers,
    registered + given > 0 && t.linkedControllers,
    administrators > 0 && t.linkedAdmins,
  ]
    .filter((word) => word !== false)
    .join(", ");
}
