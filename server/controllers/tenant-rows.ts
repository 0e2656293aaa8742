import { linkedController, offeredDoor } from "#server/organizations/linked-rows.ts";
import { ownOrganization, type RowCondition, type TenantRows } from "#server/platform/database/tenant-guard.ts";

/** Rows of the caller's own organisation or of a system admin, at an offered door. */
const ownOrOffered: RowCondition = (row, value) =>
  `(${row}.organization_id is null or ${ownOrganization()(row, value)}) and ${offeredDoor(row, value)}`;

/** Rows of the caller's own organisation or of a system admin, at a linked gate. */
const ownOrLinked: RowCondition = (row, value) =>
  `(${row}.organization_id is null or ${ownOrganization()(row, value)}) and ${linkedController()(row, value)}`;

/** Rows of the caller's own organisation or of the installation. */
const ownOrShared: RowCondition = (row, value) =>
  `(${row}.organization_id is null or ${ownOrganization()(row, value)})`;

const ofShared =
  (table: "schedules" | "calendars", key: string): RowCondition =>
  (row, value) =>
    `exists (select from public.${table} _p where _p.id = ${row}.${key} and ${ownOrShared("_p", value)})`;

export const controllerRows: TenantRows = {
  conditions: {
    // `controllers.organization_id` names the unit's owner, but a unit may serve several organisations.
    controllers: linkedController("id"),
    access_points: linkedController(),
    door_commands: (row, value) =>
      `(case when ${row}.controller_id is null then ${ownOrOffered(row, value)} else ${ownOrLinked(row, value)} end)`,
    door_holds: ownOrOffered,
    schedules: ownOrShared,
    calendars: ownOrShared,
    schedule_hours: ofShared("schedules", "schedule_id"),
    schedule_calendars: ofShared("schedules", "schedule_id"),
    calendar_days: ofShared("calendars", "calendar_id"),
  },
};
