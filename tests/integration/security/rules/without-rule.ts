// Columns and operations that need no rule beyond rights, row policies and column checks, with the reason.

import { actions as actionsOf, columns as columnsOf } from "./names.ts";

const CHECK = "the column's own check is the whole rule";
const ROW = "which row it is; keys and policies hold it (security/tenant-matrix.test.ts)";
const DERIVED = "a trigger overwrites what a caller sends (security/guards.test.ts)";
const CODEC = "the codec refuses it; functions write it";
const SYSTEM = "system admins' own settings; rights and checks are the whole rule";
const READS = "reads what policies show (security/tenant-matrix.test.ts)";
const DEVICE = "asks a device with its stored connection, for system admins (controllers/axis-proxy.test.ts)";
const WORK = "starts work of the portal for system admins; a repeat changes nothing";

const of = (reason: string, ...names: readonly string[]) => names.map((name) => [name, reason] as const);
const columns = (reason: string, ...place: Parameters<typeof columnsOf>) => of(reason, ...columnsOf(...place));
const actions = (reason: string, ...place: Parameters<typeof actionsOf>) => of(reason, ...actionsOf(...place));

export const WITHOUT_RULE: Readonly<Record<string, string>> = Object.fromEntries([
  ...columns(ROW, "access_points", "id", "controller_id"),
  ...columns(CHECK, "access_points", "name", "door_name", "description", "enabled"),
  ...columns(ROW, "alert_opt_outs", "user_id"),
  ...columns(
    SYSTEM,
    "alert_settings",
    "backup_old_hours",
    "camera_percent",
    "certificate_days",
    "clock_skew_seconds",
    "controller_offline_minutes",
    "denial_burst_count",
    "denial_burst_minutes",
    "repeat_hours",
    "restart_count",
    "revocation_pending_minutes",
  ),
  ...columns(SYSTEM, "alert_webhooks", "enabled", "name"),
  ...columns(DERIVED, "controller_assignments", "axis_credential_token", "axis_user_token", "organization_id"),
  ...columns(CODEC, "controller_users", "pin"),
  ...columns(ROW, "controller_users", "id", "controller_id"),
  ...columns(
    SYSTEM,
    "controller_users",
    "access_point_ids",
    "default_group",
    "enabled",
    "first_name",
    "group_token",
    "last_name",
    "valid_from",
    "valid_to",
  ),
  ...columns(SYSTEM, "controllers", "enabled", "list_sync", "name", "organization_id"),
  ...columns(ROW, "controllers", "id"),
  ...columns(CHECK, "credentials", "axxon_vehicle_id", "validity_period", "vehicle_type"),
  ...columns(DERIVED, "credentials", "organization_id"),
  ...columns(CHECK, "end_users", "apartment", "email", "note", "phone"),
  ...columns(
    "letting a role off its second factor wants a step-up (auth/step-up.test.ts)",
    "mfa_requirements",
    "required",
  ),
  ...columns(ROW, "organization_access_points", "access_point_id", "organization_id"),
  ...columns(DERIVED, "organization_access_points", "controller_id"),
  ...columns(ROW, "organization_controllers", "controller_id", "organization_id"),
  ...columns(SYSTEM, "organizations", "created_at", "description", "id", "kind", "log_days", "name", "purposes"),
  ...columns(CHECK, "profiles", "first_name", "last_name"),
  ...columns(ROW, "weekly_code_assignments", "controller_id", "weekly_code_id"),
  ...columns(SYSTEM, "weekly_code_settings", "cleanup", "controller_id", "generate", "weeks_ahead"),
  ...columns(CODEC, "weekly_codes", "code"),
  ...columns(SYSTEM, "weekly_codes", "id", "valid_from", "valid_to", "week_number", "year"),

  ...actions(READS, "access-groups", "LIST"),
  ...actions(
    "takes rights, or makes those that are there direct ones (people/access-group-rights.test.ts)",
    "access-groups",
    "REMOVE",
  ),
  ...actions(SYSTEM, "alert-control", "STATUS", "SAVE_SETTINGS", "SET_WEBHOOK_ENABLED", "DELETE_WEBHOOK", "TEST"),
  ...actions(
    DEVICE,
    "axis-proxy",
    "FIND_CONNECTION",
    "TEST_CONNECTION",
    "TEST_SYSTEMLOG",
    "SYNC_ACCESS_POINTS",
    "GET_ACCESS_POINTS",
    "GET_DOORS",
    "GET_ACCESS_PROFILES",
    "LIST_USERS",
    "LIST_CREDENTIALS",
    "CREATE_USER",
    "UPDATE_USER",
    "DELETE_USER",
  ),
  ...actions(
    "its PIN meets the rules of PINs in the database (controllers/axis-proxy-bad-input.test.ts)",
    "axis-proxy",
    "SET_CREDENTIAL",
    "UPDATE_CREDENTIAL",
    "CREATE_USER_WITH_PIN",
    "TEST_PIN",
  ),
  ...actions(DEVICE, "axxon-proxy", "FIND_CONNECTION", "LIST_MACROS", "TEST_MACRO", "ADD_VEHICLE"),
  ...actions(
    "asks a device with its stored connection; another request than the stored one wants a step-up (security/trusted-columns.test.ts)",
    "axxon-proxy",
    "TEST_CONNECTION",
  ),
  ...actions(SYSTEM, "backup-control", "STATUS", "MAKE", "VERIFY"),
  ...actions(
    "gives a file of ciphertext to a system admin, after a step-up (backup/backup-control.test.ts)",
    "backup-control",
    "DOWNLOAD",
  ),
  ...actions(SYSTEM, "controller-manager", "CREATE", "DELETE", "RETIRE"),
  ...actions(
    "counted, and drawn from a secret half of all PINs (security/pin-attempts.test.ts)",
    "end-user-manager",
    "SUGGEST_PIN",
  ),
  ...actions("counted as one by one (people/people-import.test.ts)", "people-import", "SUGGEST_PINS"),
  ...actions(READS, "people-import", "CHECK_PEOPLE"),
  ...actions(
    "gives an earlier end alone, so that nothing lives that did not (people/extend-credentials.test.ts)",
    "end-user-manager",
    "UNDO_EXTEND",
  ),
  ...actions(WORK, "generate-weekly-codes", "cleanup", "delete"),
  ...actions(
    "candidates are read as the caller; a plate at the gate is no alias (gates/near-misses.test.ts)",
    "near-miss",
    "LINK",
    "CORRECT",
    "DISMISS",
    "RESTORE",
  ),
  ...actions(
    "the database's functions know the caller's doors and gates, and no role writes an order by table (doors/door-control.test.ts, gates/open-gate.test.ts)",
    "door-control",
    "OPEN",
    "OPEN_GATE",
    "HOLD",
    "RELEASE",
    "STATE",
  ),
  ...of(
    "the columns that a table call may write too, of a code and a door or a plate and a gate that the caller has (passages/apply-fix.test.ts, passages/explained-gates.test.ts); a reading is linked as by near-miss (gates/near-misses.test.ts)",
    "apply-fix",
  ),
  ...of(READS, "explain-passage", "operations-status"),
  ...of(
    "shows the caller the own organisation's granted rows for a while, audited (reconcile/door-events.test.ts)",
    "granted-passages",
  ),
  ...of(
    "shows an image of a passage that the caller reads in the log, bounded and audited (passages/passage-image.test.ts)",
    "passage-image",
  ),
  ...actions(READS, "own-weekly-codes", "LIST"),
  ...actions(READS, "vehicle-import", "CHECK_PLATES", "IMPORTS"),
  ...actions(
    "the own organisation's people, and nothing of a neighbour's (retention/retention.test.ts, people/erasure-of-others.test.ts)",
    "person-data",
    "ERASE",
    "ERASURES",
  ),
  ...actions(WORK, "restore-control", "STATUS", "INSPECT", "CONFIRM"),
  ...of("the email's receiver and rights (platform/mail.test.ts)", "send-welcome-email"),
  ...actions(WORK, "sync-control", "SYNC_NOW", "COMPARE", "PAUSE_ALL", "RESUME_ALL"),
  ...actions(
    READS,
    "rpc",
    "audit_actors",
    "audit_page",
    "audit_rows",
    "audit_status",
    "controller_states",
    "door_codes",
    "drift_list",
    "first_steps",
    "log_names",
    "passages_per_hour",
    "plates_to_correct",
    "sync_queue",
    "sync_summary",
  ),
  ...actions("digits have a quota: they reveal PINs (people/pins-by-search.test.ts)", "rpc", "search_end_users"),
  ...actions("events without an object have a quota (security/undeletable-rows.test.ts)", "rpc", "record_export"),
]);
