// The proof that a change of password or address asks for: a fresh sign-in, the current password, or mailed digits.

import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { authErrors } from "#contract/errors/auth.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { guess } from "../limits/guess.ts";
import { sessionAttempt } from "../limits/purses.ts";
import { useToken } from "../links/one-time-tokens.ts";
import { hasVerifiedFactor } from "../users.ts";
import type { LiveSession } from "./sessions.ts";
import type { Sealer } from "./signing-keys.ts";
import { hasFreshStepUp, requireFreshStepUp } from "./step-up.ts";

/** Six digits are few: with a secret of the installation before them, a stolen database does not give them away. */
export const reauthenticationSecret = (sealer: Sealer, userId: string, digits: string) =>
  secretUnder(sealer.derive(SECRET), userId, digits);

const SECRET = "auth/digits";
const secretUnder = (secret: string, userId: string, digits: string) => `${secret}.${userId}.${digits}`;

export interface Proof {
  current_password?: string | undefined;
  nonce?: string | undefined;
}

/**
 * For acts that a step-up is asked for. An account with a second factor has shown it lately, whatever else is given with the
 * act: a password that was found out, or a mailbox, is no second factor. Throws AuthError 400 as `proveAgain`.
 */
export async function requireProof(
  context: { request: FastifyRequest; deps: AuthDeps; session: LiveSession },
  proof: Proof,
): Promise<void> {
  const { deps, session } = context;
  // First, so that a session without it learns nothing of a password.
  if (hasVerifiedFactor(session.user))
    requireFreshStepUp(session, { now: deps.clock.now(), seconds: deps.settings.stepUpSeconds });
  await proveAgain(context, proof);
}

/**
 * Throws AuthError 400: `reauthentication_needed` when nothing proves the person, `reauthentication_not_valid` when what
 * was given is wrong. A wrong try counts as a guess.
 */
export async function proveAgain(
  { request, deps, session }: { request: FastifyRequest; deps: AuthDeps; session: LiveSession },
  proof: Proof,
): Promise<void> {
  const userId = session.user.user_id;
  const evaluate = evaluation(deps, userId, proof);
  if (evaluate !== null) {
    const right = await guess(request, deps, await sessionAttempt(request, deps, session), evaluate);
    if (right === null) throw new AuthError(authErrors.reauthentication_not_valid());
    return;
  }
  const fresh = hasFreshStepUp(session, { now: deps.clock.now(), seconds: deps.settings.stepUpSeconds });
  // A temporary password opens nothing but this change: asking for it a second time protects nobody.
  if (!fresh && !session.user.must_change_password) throw new AuthError(authErrors.reauthentication_needed());
}

function evaluation(
  deps: AuthDeps,
  userId: string,
  { current_password, nonce }: Proof,
): (() => Promise<true | null>) | null {
  if (current_password !== undefined) {
    return async () => {
      // Within a session that has shown every factor: no queue of strangers keeps its owner waiting.
      const { rows } = await deps.pool.query("select encrypted_password from auth.users where id = $1", [userId]);
      const { encrypted_password } = z.object({ encrypted_password: z.string().nullable() }).parse(rows[0]);
      return (await deps.passwords.matches(current_password, encrypted_password, { first: true })) ? true : null;
    };
  }
  if (nonce !== undefined) {
    return async () => {
      // Mailed, perhaps, before the key was replaced.
      for (const secret of deps.sealer.deriveAll(SECRET)) {
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
