// The columns that hold ciphertext, and the text that binds each to its row.
export type EncryptedColumn =
  | "credentials.credential_value"
  | "controllers.password_encrypted"
  | "controllers.webhook_secret"
  | "installation_webhook.webhook_secret"
  | "weekly_codes.code"
  | "controller_users.pin"
  | "signing_keys.encrypted_private_key"
  | "tls_authorities.encrypted_private_key"
  | "mfa_factors.encrypted_secret"
  | "oidc_flows.encrypted_proof"
  | "mail_queue.encrypted_content"
  | "alert_webhooks.encrypted_url"
  | "alert_webhooks.signing_secret";

/** Returns the associated data `table.column.row id`: a ciphertext moved to another row or column does not open. */
export function encryptionAad(column: EncryptedColumn, rowId: string): string {
  return `${column}.${rowId}`;
}
