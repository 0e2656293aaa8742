// What keeps an organisation from being deleted, in the order of specification section 8.
import { organizationsTexts as t } from "../../texts/organizations.ts";

export interface LinkedCounts {
  endUsers: number;
  controllers: number;
  administrators: number;
}

/** "slutanvändare, styrenheter"; empty when nothing is linked. */
export function linkedThings({ endUsers, controllers, administrators }: LinkedCounts): string {
  return [
    endUsers > 0 && t.linkedEndUsers,
    controllers > 0 && t.linkedControllers,
    administrators > 0 && t.linkedAdmins,
  ]
    .filter((word) => word !== false)
    .join(", ");
}
