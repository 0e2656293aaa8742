import type { KeyRing } from "./key-ring.ts";

export type EncryptedColumn =
  | "credentials.credential_value"
  | "controllers.password_encrypted"
  | "controllers.webhook_secret"
  | "installation_webhook.webhook_secret"
  | "weekly_codes.code"
  | "controller_users.pin"
  | "signing_keys.encrypted_private_key"
  | "mfa_factors.encrypted_secret"
  | "oidc_flows.encrypted_proof"
  | "mail_queue.encrypted_content"
  | "alert_webhooks.encrypted_url"
  | "alert_webhooks.signing_secret";

/** `table.column.row id`: a ciphertext moved to another row or column does not open. */
export function encryptionAad(column: EncryptedColumn, rowId: string): string {
  return `${column}.${rowId}`;
}

export function encryptCredentialPin(keys: KeyRing, credentialId: string, pin: string): string {
  return keys.encryptPin(pin, encryptionAad("credentials.credential_value", credentialId));
}

export function encryptControllerPassword(keys: KeyRing, controllerId: string, password: string): string {
  return keys.encryptText(password, encryptionAad("controllers.password_encrypted", controllerId));
}

export function encryptControllerUserPin(keys: KeyRing, controllerUserId: string, pin: string): string {
  return keys.encryptPin(pin, encryptionAad("controller_users.pin", controllerUserId));
}

export function encryptWeeklyCode(keys: KeyRing, weeklyCodeId: string, code: string): string {
  return keys.encryptPin(code, encryptionAad("weekly_codes.code", weeklyCodeId));
}
