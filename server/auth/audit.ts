import type { Pool, PoolClient } from "pg";
import type { AuditAction } from "#contract/audit-actions.ts";
import { requestOrigin } from "#server/platform/http/request-origin.ts";

export type AuthAction = Extract<AuditAction, `auth.${string}`>;

/** In the event's transaction. `actor` null: nobody is signed in. `after` holds no secret. */
export async function noteEvent(
  db: Pool | PoolClient,
  action: AuthAction,
  { actor, subject = actor, after = {} }: { actor: string | null; subject?: string | null; after?: object },
): Promise<void> {
  const origin = requestOrigin();
  await db.query("select private.note_auth_act($1, $2, $3, $4, $5, $6)", [
    action,
    actor,
    subject,
    JSON.stringify(after),
    origin?.address ?? null,
    origin?.requestId ?? null,
  ]);
}
