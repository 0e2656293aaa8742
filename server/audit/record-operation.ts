import type { PoolClient } from "pg";
import type { AuditAction } from "#contract/audit-actions.ts";
import { insertOperation } from "./operations.store.ts";

export interface AuditedEvent {
  action: Exclude<AuditAction, `${string}.${string}`>;
  objectType:
    | "credentials"
    | "controllers"
    | "weekly_codes"
    | "users"
    | "end_users"
    | "mfa_requirements"
    | "backups"
    | null;
  objectId: string | null;
  /** Set where neither the caller nor the object determines the organisation. */
  organizationId?: string | null;
  /** The object after the operation, without secrets. */
  after?: object;
}

/** Writes an audit row in the caller's transaction, for which `enter` has set actor, organisation and origin. */
export async function writeAudit(
  client: PoolClient,
  { action, objectType, objectId, organizationId = null, after }: AuditedEvent,
): Promise<void> {
  await insertOperation(client, {
    action,
    objectType,
    objectId,
    organizationId,
    after: after === undefined ? null : JSON.stringify(after),
  });
}
