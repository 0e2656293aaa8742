import type { PoolClient } from "pg";
import type { AuditAction } from "#contract/audit-actions.ts";

export interface AuditedEvent {
  action: Exclude<AuditAction, `${string}.${string}`>;
  objectType: "credentials" | "controllers" | "weekly_codes" | "users" | "end_users" | "mfa_requirements" | null;
  objectId: string | null;
  /** Where neither the caller nor the object determines it. */
  organizationId?: string | null;
  /** No secrets. */
  after?: object;
}

/** In the caller's transaction; `enter` has set actor, organisation and origin. */
export async function writeAudit(
  client: PoolClient,
  { action, objectType, objectId, organizationId = null, after }: AuditedEvent,
): Promise<void> {
  await client.query("select private.note_act($1, $2, $3, $4, $5)", [
    action,
    objectType,
    objectId,
    organizationId,
    after === undefined ? null : JSON.stringify(after),
  ]);
}
