import { linkedController, offeredDoor } from "#server/organizations/linked-rows.ts";
import { ownOrganization, type RowCondition, type TenantRows } from "#server/platform/database/tenant-guard.ts";

/** Events of others at an offered door, and events of a whole linked controller. */
const shared: RowCondition = (row, value) =>
  `case when ${row}.access_point_id is null then ${linkedController()(row, value)} else ${offeredDoor(row, value)} end`;

/** Own events, and the shared part of other organisations' events. */
const ownOrShared: RowCondition = (row, value) =>
  `case when ${row}.is_shared then ${row}.organization_id is null and ${shared(row, value)} else ${ownOrganization()(row, value)} end`;

export const passageRows: TenantRows = {
  conditions: { shared_door_events: shared, door_log: ownOrShared, merged_log: ownOrShared },
};
