import type { FastifyRequest } from "fastify";
import type { ConfirmedEmail } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { recordEvent } from "../audit.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { findToken, holdToken, insertToken } from "../links/one-time-tokens.store.ts";
import { useToken } from "../links/one-time-tokens.ts";
import { pageAddress, withParameters } from "../links/redirects.rules.ts";
import { codeOfLink } from "../links/secrets.ts";
import { emailChangeNoticeMail } from "../mails.ts";
import type { IssuedSession } from "../sessions/sessions.ts";
import { confirmRequestedEmail, readEmail } from "../users.store.ts";
import { openedBy } from "./present-session.ts";

/** Follows a link; returns the browser's next address. Throws AuthError for a used or expired link. */
export async function followLink(
  deps: AuthDeps,
  { token, type }: { token: string; type: "recovery" },
): Promise<string> {
  // The token has 256 random bits, so a wrong link costs no attempt.
  const link = await findToken(deps.pool, type, token);
  if (link === null) throw new AuthError(authErrors.otp_expired());
  const page = link.redirect_to ?? pageAddress(deps.settings.publicUrl, undefined);
  const code = codeOfLink(token);
  await transaction(deps.pool, async (client) => {
    // Locked until the code exists: a concurrent request that redeems the link also removes its code.
    if (!(await holdToken(client, link.id))) throw new AuthError(authErrors.otp_expired());
    await insertToken(client, {
      userId: link.user_id,
      kind: "pkce_code",
      secret: code,
      seconds: deps.settings.codeSeconds,
      codeChallenge: link.code_challenge,
      parentId: link.id,
      payload: { method: "recovery" },
    });
  });
  return withParameters(page, { code });
}

/** Changes the address. Sessions stay open, and nobody is signed in. */
export async function confirmEmail(deps: AuthDeps, secret: string): Promise<ConfirmedEmail> {
  const email = await transaction(deps.pool, async (client) => {
    const link = await useToken(client, "email_change", secret);
    if (link?.relates_to == null) throw new AuthError(authErrors.otp_expired());
    const before = await readEmail(client, link.user_id);
    // Another account has taken the address since the link was mailed; that account is not notified.
    if (!(await confirmRequestedEmail(client, link.user_id, link.relates_to))) {
      throw new AuthError(authErrors.otp_expired());
    }
    await recordEvent(client, "auth.email_change", { actor: link.user_id, after: { before, email: link.relates_to } });
    const data = { email: link.relates_to, confirmed: true };
    await deps.mailer.queueMail(client, { template: emailChangeNoticeMail, to: before, data });
    return link.relates_to;
  });
  deps.mailer.wake();
  return { user: { email } };
}

/** Links that open a session. */
const SESSION_LINKS = {
  invite: { kind: "invitation", method: "invite" },
  recovery: { kind: "recovery", method: "recovery" },
} as const;

/** Redeems a link. Throws AuthError for a used or expired link, or a blocked account. */
export async function redeemLink(
  request: FastifyRequest,
  deps: AuthDeps,
  { type, secret }: { type: keyof typeof SESSION_LINKS; secret: string },
): Promise<IssuedSession> {
  const { kind, method } = SESSION_LINKS[type];
  const session = await transaction(deps.pool, async (client) => {
    const link = await useToken(client, kind, secret);
    if (link === null) throw new AuthError(authErrors.otp_expired());
    return deps.sessions.startIn(client, {
      userId: link.user_id,
      verifiedHash: null,
      method,
      ...openedBy(request),
    });
  });
  if (session === null) throw new AuthError(authErrors.user_banned());
  return session;
}
