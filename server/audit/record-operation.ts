// Acts for the audit that change no row themselves. Changes of rows are audited by triggers.
import type { PoolClient } from "pg";
import type { AuditAct } from "#contract/audit-acts.ts";

export interface AuditedAct {
  action: Exclude<AuditAct, `${string}.${string}`>;
  objectType: "credentials" | "controllers" | "weekly_codes" | "users" | "end_users" | "mfa_requirements" | null;
  objectId: string | null;
  /** Whose audit it belongs to, where neither the caller nor the object says it. */
  organizationId?: string | null;
  /** What else is worth knowing; no secret. */
  after?: object;
}

/** In the caller's transaction; actor, organisation and origin are those that `enter` has set. */
export async function writeAudit(
  client: PoolClient,
  { action, objectType, objectId, organizationId = null, after }: AuditedAct,
): Promise<void> {
  await client.query("select private.note_act($1, $2, $3, $4, $5)", [
    action,
    objectType,
    objectId,
    organizationId,
    after === undefined ? null : JSON.stringify(after),
  ]);
}
