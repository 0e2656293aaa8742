// Re-authentication before a password or address change: fresh sign-in, current password, or mailed digits.

import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { authErrors } from "#contract/errors/auth.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { attempt } from "../limits/attempt.ts";
import { sessionAttempt } from "../limits/purses.ts";
import { useToken } from "../links/one-time-tokens.ts";
import { hasVerifiedFactor } from "../users.ts";
import type { LiveSession } from "./sessions.ts";
import type { Encryptor } from "./signing-keys.ts";
import { hasFreshStepUp, requireFreshStepUp } from "./step-up.ts";

/** Keyed with an installation secret: six digits hashed alone would fall to a stolen database. */
export const reauthenticationSecret = (encryptor: Encryptor, userId: string, digits: string) =>
  secretUnder(encryptor.derive(SECRET), userId, digits);

const SECRET = "auth/digits";
const secretUnder = (secret: string, userId: string, digits: string) => `${secret}.${userId}.${digits}`;

export interface ReAuthentication {
  current_password?: string | undefined;
  nonce?: string | undefined;
}

/** For step-up. An account's second factor is required: a password or mailbox is none. Throws as `reAuthenticate`. */
export async function requireReAuthentication(
  context: { request: FastifyRequest; deps: AuthDeps; session: LiveSession },
  stepUp: ReAuthentication,
): Promise<void> {
  const { deps, session } = context;
  // First, so that a session without it learns nothing of a password.
  if (hasVerifiedFactor(session.user))
    requireFreshStepUp(session, { now: deps.clock.now(), seconds: deps.settings.stepUpSeconds });
  await reAuthenticate(context, stepUp);
}

/** Throws AuthError 400: `reauthentication_needed`, or `reauthentication_not_valid`, which costs an attempt. */
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
  const fresh = hasFreshStepUp(session, { now: deps.clock.now(), seconds: deps.settings.stepUpSeconds });
  // A temporary password allows only this change: asking for it again protects nobody.
  if (!fresh && !session.user.must_change_password) throw new AuthError(authErrors.reauthentication_needed());
}

function evaluation(
  deps: AuthDeps,
  userId: string,
  { current_password, nonce }: ReAuthentication,
): (() => Promise<true | null>) | null {
  if (current_password !== undefined) {
    return async () => {
      // A fully authenticated session: other callers' queue does not delay its owner.
      const { rows } = await deps.pool.query("select encrypted_password from auth.users where id = $1", [userId]);
      const { encrypted_password } = z.object({ encrypted_password: z.string().nullable() }).parse(rows[0]);
      return (await deps.passwords.matches(current_password, encrypted_password, { first: true })) ? true : null;
    };
  }
  if (nonce !== undefined) {
    return async () => {
      // May predate a key rotation.
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
