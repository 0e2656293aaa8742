import { recordEvent } from "#server/auth/audit.ts";
import type { AuthService } from "#server/auth/auth-service.ts";
import { emailOfAccount } from "#server/auth/email-of-account.ts";
import { findToken, useToken } from "#server/auth/links/one-time-tokens.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { insertEndedSession } from "./account-rows.store.ts";
import { adminFailure } from "./administrators-errors.ts";

type Auth = Pick<AuthService, "pool" | "administration">;

/** Returns the address of an invitation; null when the link is used or over. */
export async function invitedEmail({ pool }: Auth, token: string): Promise<string | null> {
  const invitation = await findToken(pool, "invitation", token);
  return invitation === null ? null : emailOfAccount(pool, invitation.user_id);
}

/** Sets the password of an invited account. Returns null for a bad link; a refused password leaves the link valid. Throws PortalError. */
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
      await recordEvent(client, "auth.password_change", { actor: userId, after: { by: "invitation" } });
      await insertEndedSession(client, userId, address);
      return { userId, email: await emailOfAccount(client, userId) };
    });
  } catch (error) {
    throw error instanceof PortalError ? adminFailure(error) : error;
  }
}
