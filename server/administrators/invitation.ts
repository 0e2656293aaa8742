import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { noteEvent } from "#server/auth/audit.ts";
import type { AuthService } from "#server/auth/auth-service.ts";
import { findToken, useToken } from "#server/auth/links/one-time-tokens.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { adminFailure } from "./administrators-errors.ts";

type Auth = Pick<AuthService, "pool" | "administration">;

export async function invitedEmail({ pool }: Auth, token: string): Promise<string | null> {
  const invitation = await findToken(pool, "invitation", token);
  return invitation === null ? null : emailOf(pool, invitation.user_id);
}

/** Null for a bad link; a refused password keeps a good one. Throws PortalError. */
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
      await noteEvent(client, "auth.password_change", { actor: userId, after: { by: "invitation" } });
      // An ended session makes the address known (users.ts): exhausted attempts do not block the sign-in that follows.
      await client.query(
        `insert into auth.sessions (user_id, not_after, ip, revoked_at, revoked_reason)
         values ($1, now(), $2, now(), 'invitation_accepted')`,
        [userId, address],
      );
      return { userId, email: await emailOf(client, userId) };
    });
  } catch (error) {
    throw error instanceof PortalError ? adminFailure(error) : error;
  }
}

async function emailOf(db: Pool | PoolClient, userId: string): Promise<string> {
  const { rows } = await db.query("select email from auth.users where id = $1", [userId]);
  return z.object({ email: z.string() }).parse(rows[0]).email;
}
