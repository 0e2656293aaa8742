import type { Pool, PoolClient } from "pg";
import type { AuditAction } from "#contract/audit-actions.ts";
import { requestOrigin } from "#server/platform/http/request-origin.ts";
import { insertAuthEvent } from "./audit.store.ts";

export type AuthAction = Extract<AuditAction, `auth.${string}`>;

/** Records an event in its own transaction. A null `actor` means that nobody is signed in. `after` must hold no secret. */
export async function recordEvent(
  db: Pool | PoolClient,
  action: AuthAction,
  { actor, subject = actor, after = {} }: { actor: string | null; subject?: string | null; after?: object },
): Promise<void> {
  const origin = requestOrigin();
  await insertAuthEvent(db, {
    action,
    actor,
    subject,
    after,
    address: origin?.address ?? null,
    requestId: origin?.requestId ?? null,
  });
}
