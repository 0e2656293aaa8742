// Every operation the audit knows, and its kind in Händelselogg. The database itself writes
// `table.insert|update|delete` (database/audit/audit.trigger.sql); a test compares this list with both.

export const AUDIT_KINDS = [
  "people",
  "access",
  "doors",
  "organizations",
  "administrators",
  "sign_in",
  "shown",
  "operation",
] as const;
/** `shown`: a secret or a whole list left the portal. `operation`: controller workers, keys and the audit itself. */
export type AuditKind = (typeof AUDIT_KINDS)[number];

export const AUDIT_ACTIONS = {
  "end_users.insert": "people",
  "end_users.update": "people",
  "end_users.delete": "people",
  vehicles_imported: "people",
  person_erased: "people",
  "controller_users.insert": "people",
  "controller_users.update": "people",
  "controller_users.delete": "people",

  "credentials.insert": "access",
  "credentials.update": "access",
  "credentials.delete": "access",
  "controller_assignments.insert": "access",
  "controller_assignments.update": "access",
  "controller_assignments.delete": "access",
  "weekly_codes.insert": "access",
  "weekly_codes.update": "access",
  "weekly_codes.delete": "access",
  "weekly_code_assignments.insert": "access",
  "weekly_code_assignments.delete": "access",
  "weekly_code_settings.insert": "access",
  "weekly_code_settings.update": "access",
  "weekly_code_settings.delete": "access",
  pin_collision_told: "access",
  pin_attempts_used_up: "access",
  removal_confirmed: "access",

  "controllers.insert": "doors",
  "controllers.update": "doors",
  "controllers.delete": "doors",
  "access_points.insert": "doors",
  "access_points.update": "doors",
  "access_points.delete": "doors",
  doors_fetched: "doors",
  certificate_trusted: "doors",
  controller_retired: "doors",
  macro_tested: "doors",
  "installation_webhook.insert": "doors",
  "installation_webhook.update": "doors",
  "installation_webhook.delete": "doors",
  installation_webhook_used: "doors",

  "organizations.insert": "organizations",
  "organizations.update": "organizations",
  "organizations.delete": "organizations",
  "organization_controllers.insert": "organizations",
  "organization_controllers.delete": "organizations",
  "organization_access_points.insert": "organizations",
  "organization_access_points.delete": "organizations",

  "profiles.insert": "administrators",
  "profiles.update": "administrators",
  "profiles.delete": "administrators",
  "user_roles.insert": "administrators",
  "user_roles.update": "administrators",
  "user_roles.delete": "administrators",
  "mfa_requirements.insert": "administrators",
  "mfa_requirements.update": "administrators",
  "mfa_requirements.delete": "administrators",
  administrator_password_set: "administrators",
  administrator_password_reset: "administrators",
  administrator_factors_removed: "administrators",
  administrator_invited: "administrators",
  administrator_mailed: "administrators",
  administrator_reset_on_console: "administrators",
  mfa_requirement_on_console: "administrators",
  first_administrator_made: "administrators",

  "auth.sign_in": "sign_in",
  "auth.failed_burst": "sign_in",
  "auth.sign_out_others": "sign_in",
  "auth.sign_out_everywhere": "sign_in",
  "auth.sign_out_session": "sign_in",
  "auth.recovery_requested": "sign_in",
  "auth.password_change": "sign_in",
  "auth.email_change_requested": "sign_in",
  "auth.email_change": "sign_in",
  "auth.data_change": "sign_in",
  "auth.factor_add": "sign_in",
  "auth.factor_remove": "sign_in",
  "auth.factor_verify": "sign_in",
  "auth.recovery_codes_make": "sign_in",
  "auth.recovery_codes_remove": "sign_in",
  "auth.recovery_code_use": "sign_in",
  "auth.identity_link": "sign_in",
  "auth.identity_unlink": "sign_in",

  pin_revealed: "shown",
  webhook_credentials_read: "shown",
  weekly_codes_read: "shown",
  access_logs_exported: "shown",
  audit_exported: "shown",
  person_exported: "shown",

  controller_synced: "operation",
  controller_compared: "operation",
  controller_rebuilt: "operation",
  lanes_paused: "operation",
  lanes_resumed: "operation",
  backup_restored: "operation",
  restore_inspected: "operation",
  restore_confirmed: "operation",
  audit_anchor_renewed: "operation",
  "auth.keys_rotate": "operation",
  secrets_resealed: "operation",
  "alert_settings.insert": "operation",
  "alert_settings.update": "operation",
  "alert_settings.delete": "operation",
  "alert_opt_outs.insert": "operation",
  "alert_opt_outs.delete": "operation",
  "alert_webhooks.insert": "operation",
  "alert_webhooks.update": "operation",
  "alert_webhooks.delete": "operation",
  alerts_tested: "operation",
} as const satisfies Record<string, AuditKind>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

export function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(AUDIT_ACTIONS, action);
}

export function actionsOfKind(kind: AuditKind): AuditAction[] {
  return Object.entries(AUDIT_ACTIONS).flatMap(([action, of]) =>
    of === kind && isAuditAction(action) ? [action] : [],
  );
}
