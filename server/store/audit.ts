// Acts for the audit that change no row themselves. Changes of rows are audited by triggers.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";

export interface AuditedAct {
  action:
    | "pin_revealed"
    | "webhook_credentials_read"
    | "macro_tested"
    | "pin_collision_told"
    | "controller_synced"
    | "controller_compared"
    | "controller_rebuilt"
    | "person_exported"
    | "restore_inspected"
    | "certificate_trusted"
    | "weekly_codes_read"
    | "administrator_password_set"
    | "administrator_password_reset"
    | "administrator_invited"
    | "administrator_mailed"
    | "administrator_reset_on_console"
    | "mfa_requirement_on_console";
  objectType: "credentials" | "controllers" | "weekly_codes" | "users" | "end_users" | "mfa_requirements";
  objectId: string | null;
  /** Whose audit it belongs to, where that is not the caller's own organisation. */
  organizationId?: string | null;
}

/** In the caller's transaction; actor and organisation are those that private.enter has set. */
export async function writeAudit(
  client: PoolClient,
  { action, objectType, objectId, organizationId = null }: AuditedAct,
): Promise<void> {
  await client.query("select private.note_act($1, $2, $3, $4)", [action, objectType, objectId, organizationId]);
}

/** How often one account has done one thing lately. */
export async function countRecent(
  engine: Pool,
  { actor, action, minutes }: { actor: string; action: AuditedAct["action"]; minutes: number },
): Promise<number> {
  const { rows } = await engine.query(
    "select count(*)::int as n from audit where actor = $1 and action = $2 and at > now() - make_interval(mins => $3)",
    [actor, action, minutes],
  );
  return z.object({ n: z.number() }).parse(rows[0]).n;
}
