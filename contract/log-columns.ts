// Columns that the log pages request, so that the benches measure the pages' own calls.

/** Lists the columns of door_log, with the names of removed people and credentials. */
export const DOOR_LOG_COLUMNS =
  "id, occurred_at, device_time, received_at, controller_id, access_point_id, organization_id, kind, granted, reason, device_reason, " +
  "credential_id, is_weekly_code, gap_cause, gap_from, is_shared, removed_controller, removed_door, controllers(name), access_points(name, door_name), " +
  "credentials:logged_credentials(end_users:logged_people(id, first_name, last_name, removed_at)), door_commands(requested_as, reason), door_holds(requested_as, reason, until)";

const MERGED_LOG_COLUMNS = `${DOOR_LOG_COLUMNS}, source, plate_number, macro_executed, opened, duplicate_of`;

/** Lists the columns of merged_log. Only system admins may know a controller's organisation. Pure. */
export function mergedLogColumns(ofSystemAdmin: boolean): string {
  return ofSystemAdmin
    ? MERGED_LOG_COLUMNS.replace("controllers(name)", "controllers(name, organizations(id, name))")
    : MERGED_LOG_COLUMNS;
}

/** Lists the columns of access_logs. Only system admins may know the gate's organisation. Pure. */
export function gateLogColumns(ofSystemAdmin: boolean): string {
  return (
    "id, detected_at, plate_number, controller_id, access_granted, access_reason, macro_executed, credential_id, opened, duplicate_of, removed_controller, door_commands(requested_as, reason), " +
    `controllers(name${ofSystemAdmin ? ", organizations(id, name)" : ""}), ` +
    "credentials:logged_credentials(end_user_id, valid_from, valid_to, removed_at, " +
    "end_users:logged_people(id, first_name, last_name, removed_at, organizations(name)))"
  );
}

/** Lists the columns of merged_log for one person's newest attempts. */
export const ATTEMPT_COLUMNS =
  "source, id, occurred_at, granted, reason, plate_number, removed_controller, removed_door, controllers(name), access_points(name, door_name)";
