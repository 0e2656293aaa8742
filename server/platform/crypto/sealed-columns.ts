import type { KeyRing } from "./key-ring.ts";

export type SealedColumn =
  | "credentials.credential_value"
  | "controllers.password_encrypted"
  | "controllers.webhook_secret"
  | "installation_webhook.webhook_secret"
  | "weekly_codes.code"
  | "controller_users.pin"
  | "signing_keys.sealed_private_key"
  | "mfa_factors.sealed_secret"
  | "oidc_flows.sealed_proof"
  | "mail_queue.sealed"
  | "alert_webhooks.sealed_url"
  | "alert_webhooks.signing_secret";

/** `table.column.row id`: a ciphertext moved to another row or column does not open. */
export function sealAad(column: SealedColumn, rowId: string): string {
  return `${column}.${rowId}`;
}

export function sealCredentialPin(keys: KeyRing, credentialId: string, pin: string): string {
  return keys.sealPin(pin, sealAad("credentials.credential_value", credentialId));
}

export function sealControllerPassword(keys: KeyRing, controllerId: string, password: string): string {
  return keys.sealText(password, sealAad("controllers.password_encrypted", controllerId));
}

export function sealControllerUserPin(keys: KeyRing, controllerUserId: string, pin: string): string {
  return keys.sealPin(pin, sealAad("controller_users.pin", controllerUserId));
}

export function sealWeeklyCode(keys: KeyRing, weeklyCodeId: string, code: string): string {
  return keys.sealPin(code, sealAad("weekly_codes.code", weeklyCodeId));
}
