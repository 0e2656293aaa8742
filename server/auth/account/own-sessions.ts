import type { OpenSession } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { recordEvent } from "../audit.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { endSession, listSessions } from "../sessions/sessions.store.ts";
import type { LiveSession } from "../sessions/sessions.ts";

/** Returns the account's open sessions; the caller's own is marked. */
export async function presentSessions({ pool }: Pick<AuthDeps, "pool">, session: LiveSession): Promise<OpenSession[]> {
  const rows = await listSessions(pool, session.user.user_id);
  return rows.map((row) => ({ ...row, current: row.id === session.id }));
}

/** Ends and audits a session. Throws AuthError when it has ended or belongs to another account. */
export async function endOwnSession(
  { pool }: Pick<AuthDeps, "pool">,
  userId: string,
  sessionId: string,
): Promise<void> {
  await transaction(pool, async (client) => {
    if (!(await endSession(client, userId, sessionId))) throw new AuthError(authErrors.session_already_ended());
    await recordEvent(client, "auth.sign_out_session", { actor: userId, after: { session: sessionId } });
  });
}
