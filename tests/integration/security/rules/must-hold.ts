// Lists the columns and operations that each rule must hold. The list is separate from the rules, so that a removed rule is missed. Each
// name must be sent by an attempt of its rule, or have no grant.

import { actions, columns } from "./names.ts";

const TYPED_PIN = [
  ...columns("credentials", "enabled", "valid_to"),
  ...columns("controller_assignments", "access_point_id", "credential_id"),
  ...actions("end-user-manager", "CREATE", "UPDATE"),
  ...actions("people-import", "IMPORT"),
];

export const MUST_HOLD: Readonly<Record<string, readonly string[]>> = {
  trivial: [
    "credentials.credential_value",
    ...actions("end-user-manager", "CREATE", "UPDATE"),
    ...actions("people-import", "IMPORT"),
  ],
  length: [
    "credentials.credential_value",
    ...columns("controller_assignments", "access_point_id", "credential_id"),
    ...actions("end-user-manager", "CREATE", "UPDATE"),
    ...actions("people-import", "IMPORT"),
  ],
  offered: [
    ...columns("controller_assignments", "access_point_id", "controller_id", "credential_id"),
    ...actions("access-groups", "SAVE", "PREVIEW"),
    ...actions("end-user-manager", "CREATE", "UPDATE"),
    ...actions("people-import", "IMPORT"),
  ],
  "paid-for": [
    ...TYPED_PIN,
    "credentials.credential_value",
    ...actions("end-user-manager", "EXTEND", "SWITCH_MANY", "CHECK_PIN"),
    ...actions("access-groups", "SAVE", "PREVIEW", "SET_MEMBERS"),
  ],
  "quota-of-a-person": columns("credentials", "end_user_id", "credential_type"),
  "quota-at-a-controller": TYPED_PIN,
  "one-plate": [
    "credentials.credential_value",
    ...actions("end-user-manager", "CREATE", "UPDATE"),
    ...actions("people-import", "IMPORT"),
  ],
  "an-end": ["credentials.valid_to"],
  "no-far-end": [
    "credentials.valid_to",
    "end-user-manager/CREATE",
    "people-import/IMPORT",
    "access-groups/SET_MEMBERS",
  ],
  "no-null": [
    ...columns("access_points", "name", "enabled"),
    ...columns("alert_webhooks", "enabled", "name"),
    ...columns("alert_settings", "denial_burst_minutes"),
    ...columns("controller_assignments", "credential_id", "controller_id"),
    ...columns("controller_users", "access_point_ids", "default_group", "enabled", "first_name", "last_name"),
    ...columns("controllers", "name", "device_type", "device_ip", "enabled", "list_sync", "organization_id"),
    ...columns(
      "credentials",
      "credential_type",
      "credential_value",
      "enabled",
      "end_user_id",
      "valid_from",
      "valid_to",
    ),
    ...columns("end_users", "first_name", "last_name", "organization_id"),
    ...columns("organizations", "kind", "name"),
    ...columns("profiles", "first_name", "last_name"),
    ...columns("weekly_code_settings", "cleanup", "generate", "weeks_ahead"),
  ],
  "who-may-learn": [
    "credentials.credential_value",
    ...actions("end-user-manager", "REVEAL_PIN", "MAIL_PIN", "CHECK_PIN"),
    ...actions("person-data", "EXPORT"),
  ],
  "second-factor": [
    "end_users.organization_id",
    ...actions("end-user-manager", "CREATE", "DELETE", "DELETE_MANY", "UNDO_DELETE", "SWITCH_MANY"),
    ...actions("people-import", "IMPORT"),
    ...actions("vehicle-import", "IMPORT", "UNDO"),
  ],
  audited: columns("end_users", "first_name", "last_name"),
  "no-secret-by-table": ["controllers.username"],
  account: [...columns("controllers", "username", "macro_id"), ...actions("controller-manager", "UPDATE")],
  moved: [
    ...columns("controllers", "device_ip", "device_port", "device_type"),
    ...actions("controller-manager", "UPDATE"),
  ],
  "step-up": [
    ...actions(
      "admin-manager",
      "create_org_admin",
      "create_system_admin",
      "update_email",
      "update_password",
      "delete",
      "reset_password_and_get_temp",
      "invite",
      "remove_factors",
    ),
    ...actions("alert-control", "ADD_WEBHOOK", "ROTATE_WEBHOOK_SECRET"),
    ...actions(
      "controller-manager",
      "TRUST_CERTIFICATE",
      "ALLOW_OLD_TLS",
      "FORBID_OLD_TLS",
      "ROTATE_WEBHOOK",
      "END_WEBHOOK_OVERLAP",
      "ROTATE_INSTALLATION_WEBHOOK",
      "END_INSTALLATION_WEBHOOK_OVERLAP",
      "SET_INSTALLATION_WEBHOOK",
      "SET_UP_PUSH",
    ),
    "examine-controller",
    "get-webhook-credentials",
    ...actions("end-user-manager", "REVEAL_PIN", "MAIL_PIN"),
    ...actions("generate-weekly-codes", "list", "generate"),
    ...actions("own-weekly-codes", "REVEAL"),
    ...actions("sync-control", "REBUILD"),
  ],
  reveals: ["end-user-manager/REVEAL_PIN", "generate-weekly-codes/list", "own-weekly-codes/REVEAL"],
  "no-chosen-id": [
    "credentials.id",
    ...columns("end_users", "id", "import_id", "import_digest"),
    ...columns("controller_assignments", "id"),
  ],
  "taken-from-all": actions("controller-manager", "UNASSIGN", "UNASSIGN_DOOR"),
  "pin-alone-is-shown": ["access_points.pin_alone"],
  "shown-by-the-unit": ["access_points.pin_alone"],
};

/** Columns that a table call may leave null: no rule depends on them. */
export const MAY_BE_NULL: readonly string[] = [
  ...columns("access_points", "description", "door_name"),
  ...columns(
    "alert_settings",
    "backup_old_hours",
    "camera_percent",
    "certificate_days",
    "clock_skew_seconds",
    "controller_offline_minutes",
    "denial_burst_count",
    "repeat_hours",
    "restart_count",
    "revocation_pending_minutes",
  ),
  ...columns("controller_assignments", "access_point_id", "axis_credential_token", "axis_user_token"),
  ...columns("controller_users", "group_token", "pin", "valid_from", "valid_to"),
  ...columns("controllers", "device_port", "macro_id", "username"),
  ...columns("credentials", "axxon_vehicle_id", "validity_period", "vehicle_type"),
  ...columns("end_users", "apartment", "email", "import_digest", "import_id", "note", "phone"),
  ...columns("organizations", "description", "log_days", "purposes"),
];
