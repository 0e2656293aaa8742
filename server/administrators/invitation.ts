// An invitation, from the invited person's side: the link is the proof, and worth one password.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { noteAct } from "#server/auth/audit.ts";
import type { AuthService } from "#server/auth/auth-service.ts";
import { findToken, useToken } from "#server/auth/links/one-time-tokens.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { adminFailure } from "./administrators-errors.ts";

type Auth = Pick<AuthService, "pool" | "administration">;

/** Whose invitation it is; null when it leads nowhere (any more). */
export async function invitedEmail({ pool }: Auth, token: string): Promise<string | null> {
  const invitation = await findToken(pool, "invitation", token);
  return invitation === null ? null : emailOf(pool, invitation.user_id);
}

/**
 * Sets the person's own password and uses the link up; returns whose it was, or null when the link leads nowhere. A
 * password that is refused leaves the link as it was. Throws PortalError.
 */
export async function acceptInvitation(
  { pool, administration }: Auth,
  { token, password, address }: { token: string; password: string; address: string | null },
): Promise<{ userId: string; email: string } | null> {
  try {
    return await transaction(pool, async (client) => {
      const invitation = await useToken(client, "invitation", token);
      if (invitation === null) return null;
      const { user_id: userId } = invitation;
      await administration.setPassword(client, userId, password, { mustChange: false });
      await noteAct(client, "auth.password_change", { actor: userId, after: { by: "invitation" } });
      // The page signs in next. Whoever held the link is no stranger at that address, also while one uses up the account's
      // attempts from elsewhere: a session that has ended already is how an address is known (users.ts).
      await client.query(
        `insert into auth.sessions (user_id, not_after, ip, revoked_at, revoked_reason)
         values ($1, now(), $2, now(), 'invitation_accepted')`,
        [userId, address],
      );
      return { userId, email: await emailOf(client, userId) };
    });
  } catch (error) {
    // A refused password was no wrong guess at the link, but the link was right: tell why.
    throw error instanceof PortalError ? adminFailure(error) : error;
  }
}

async function emailOf(db: Pool | PoolClient, userId: string): Promise<string> {
  const { rows } = await db.query("select email from auth.users where id = $1", [userId]);
  return z.object({ email: z.string() }).parse(rows[0]).email;
}
