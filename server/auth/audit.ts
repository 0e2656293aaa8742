// Audit rows of what happens to accounts, written in the transaction of the act.
import type { Pool, PoolClient } from "pg";

export type AuthAct =
  | "auth.sign_in"
  | "auth.failed_burst"
  | "auth.sign_out_others"
  | "auth.sign_out_everywhere"
  | "auth.sign_out_session"
  | "auth.recovery_requested"
  | "auth.password_change"
  | "auth.email_change_requested"
  | "auth.email_change"
  | "auth.data_change"
  | "auth.factor_add"
  | "auth.factor_remove"
  | "auth.factor_verify"
  | "auth.recovery_codes_make"
  | "auth.recovery_codes_remove"
  | "auth.recovery_code_use"
  | "auth.identity_link"
  | "auth.identity_unlink"
  | "auth.keys_rotate";

/** `actor` null: nobody is signed in. `after` holds no secret. */
export async function noteAct(
  db: Pool | PoolClient,
  act: AuthAct,
  { actor, subject = actor, after = {} }: { actor: string | null; subject?: string | null; after?: object },
): Promise<void> {
  await db.query("select private.note_auth_act($1, $2, $3, $4)", [act, actor, subject, JSON.stringify(after)]);
}
