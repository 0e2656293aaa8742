// Re-authentication before a password or address change: a fresh sign-in, the current password, or mailed digits.

import type { FastifyRequest } from "fastify";
import { authErrors } from "#contract/errors/auth.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { attempt } from "../limits/attempt.ts";
import { sessionAttempt } from "../limits/quotas.ts";
import { requireMailAllowance } from "../links/mail-allowance.ts";
import { deleteTokens, insertToken } from "../links/one-time-tokens.store.ts";
import { useToken } from "../links/one-time-tokens.ts";
import { newDigits } from "../links/secrets.ts";
import { reauthenticationMail } from "../mails.ts";
import type { IssuedSession, LiveSession } from "../sessions/sessions.ts";
import { requireFreshStepUp } from "../sessions/step-up.ts";
import { lockUser, readPasswordHash } from "../users.store.ts";
import { hasVerifiedFactor } from "../users.ts";

/** Keyed with an installation secret: six digits that were only hashed could be recovered from a stolen database. */
const SECRET = "auth/digits";
const secretUnder = (secret: string, userId: string, digits: string) => `${secret}.${userId}.${digits}`;

export interface ReAuthentication {
  current_password?: string | undefined;
  nonce?: string | undefined;
}

/** Emails new digits, which replace earlier ones. Throws AuthError 429. */
export async function mailDigits(request: FastifyRequest, deps: AuthDeps, { user, id }: LiveSession): Promise<void> {
  await requireMailAllowance(request, deps, user.email, id);
  const code = newDigits();
  const seconds = deps.settings.codeSeconds;
  await transaction(deps.pool, async (client) => {
    await deleteTokens(client, user.user_id, "reauthentication");
    const secret = secretUnder(deps.encryptor.derive(SECRET), user.user_id, code);
    await insertToken(client, { userId: user.user_id, kind: "reauthentication", secret, seconds });
    await deps.mailer.queueMail(client, {
      template: reauthenticationMail,
      to: user.email,
      data: { code, minutes: Math.round(seconds / 60) },
    });
  });
  deps.mailer.wake();
}

/** Returns this session after a right step-up, with a new refresh token. Throws the errors of `reAuthenticate`. */
export async function stepUpSession(
  context: { request: FastifyRequest; deps: AuthDeps; session: LiveSession },
  stepUp: ReAuthentication,
): Promise<IssuedSession> {
  const { deps, session } = context;
  await reAuthenticate(context, stepUp);
  const method = stepUp.nonce === undefined ? "password" : "otp";
  return transaction(deps.pool, async (client) => {
    await lockUser(client, session.user.user_id);
    return deps.sessions.strengthenIn(client, session.id, { method, aal: "aal1" });
  });
}

/**
 * Requires re-authentication for a step-up. An account that has a second factor must show it; a password or mailed digits do not
 * replace it. Throws the errors of `reAuthenticate`.
 */
export async function requireReAuthentication(
  context: { request: FastifyRequest; deps: AuthDeps; session: LiveSession },
  stepUp: ReAuthentication,
): Promise<void> {
  const { session } = context;
  // Checked first, so that a session without the factor learns nothing about a password.
  if (hasVerifiedFactor(session.user)) requireFreshStepUp(session);
  await reAuthenticate(context, stepUp);
}

/** Re-authenticates. Throws AuthError 400: `reauthentication_needed`, or `reauthentication_not_valid`, which costs an attempt. */
export async function reAuthenticate(
  { request, deps, session }: { request: FastifyRequest; deps: AuthDeps; session: LiveSession },
  stepUp: ReAuthentication,
): Promise<void> {
  const userId = session.user.user_id;
  const evaluate = evaluation(deps, userId, stepUp);
  if (evaluate !== null) {
    const right = await attempt(request, deps, await sessionAttempt(request, deps, session), evaluate);
    if (right === null) throw new AuthError(authErrors.reauthentication_not_valid());
    return;
  }
  // A temporary password allows only this change: asking for it again protects nobody.
  if (!session.user.must_change_password) requireFreshStepUp(session);
}

function evaluation(
  deps: AuthDeps,
  userId: string,
  { current_password, nonce }: ReAuthentication,
): (() => Promise<true | null>) | null {
  if (current_password !== undefined) {
    return async () => {
      // The session is fully authenticated, so its owner goes ahead of the other callers' queue.
      const hash = await readPasswordHash(deps.pool, userId);
      return (await deps.passwords.matches(current_password, hash, { first: true })) ? true : null;
    };
  }
  if (nonce !== undefined) {
    return async () => {
      // The digits may be older than a key rotation.
      for (const secret of deps.encryptor.deriveAll(SECRET)) {
        const used = await transaction(deps.pool, (client) =>
          useToken(client, "reauthentication", secretUnder(secret, userId, nonce)),
        );
        if (used !== null) return true;
      }
      return null;
    };
  }
  return null;
}
