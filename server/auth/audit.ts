import type { Pool, PoolClient } from "pg";
import type { AuditAct } from "#contract/audit-acts.ts";
import { requestOrigin } from "#server/platform/http/request-origin.ts";

export type AuthAct = Extract<AuditAct, `auth.${string}`>;

/** In the event's transaction. `actor` null: nobody is signed in. `after` holds no secret. */
export async function noteAct(
  db: Pool | PoolClient,
  act: AuthAct,
  { actor, subject = actor, after = {} }: { actor: string | null; subject?: string | null; after?: object },
): Promise<void> {
  const origin = requestOrigin();
  await db.query("select private.note_auth_act($1, $2, $3, $4, $5, $6)", [
    act,
    actor,
    subject,
    JSON.stringify(after),
    origin?.address ?? null,
    origin?.requestId ?? null,
  ]);
}
