// Ten single-use codes, shown once, replace a lost second factor.

import { randomInt } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { PoolClient } from "pg";
import { verifyRecoveryCodeSchema } from "#contract/auth.ts";
import { factorErrors } from "#contract/errors/factors.ts";
import { RECOVERY_CODES_NAME } from "#contract/made-texts.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { type AuthAction, recordEvent } from "../audit.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { attempt } from "../limits/attempt.ts";
import { sessionAttempt } from "../limits/quotas.ts";
import { digestOf } from "../links/secrets.ts";
import { type MfaChange, mfaChangedMail } from "../mails.ts";
import type { LiveSession } from "../sessions/sessions.ts";
import { requirePartialSession } from "../sign-in/authenticate.ts";
import { answerSignIn } from "../sign-in/present-session.ts";
import { lockUser } from "../users.store.ts";
import { hasVerifiedFactor } from "../users.ts";
import { requireMayChangeFactors } from "./change-factors.ts";
import { hasNewFactor } from "./factors.store.ts";
import { deleteSet, emptySet, insertCodes, insertSet, readSet, useUpCode } from "./recovery-codes.store.ts";

const CODES = 10;
const CODE_LENGTH = 16;
/** Leaves out ambiguous characters; sixteen of these are 78 bits. */
const ALPHABET = "23456789abcdefghjkmnpqrstvwxyz";

/** A first factor and the codes made within this time are one change and one email. */
const JUST_ADDED = "10 minutes";

/** Returns the account's set without the codes. Throws AuthError 404. */
export async function presentCodes({ pool }: Pick<AuthDeps, "pool">, { user }: LiveSession) {
  const set = await readSet(pool, user.user_id);
  if (set === null) throw new AuthError(factorErrors.mfa_factor_not_found());
  const { id, total, remaining } = set;
  return { id, type: "recovery_code", total, remaining };
}

/** Makes the first set. Only this answer shows its codes. Throws AuthError. */
export async function makeRecoveryCodes(deps: AuthDeps, session: LiveSession, name: string | null | undefined) {
  requireMayHaveCodes(session);
  return makeCodes(deps, session, async (client, userId) => {
    if (!(await insertSet(client, userId, name || RECOVERY_CODES_NAME))) {
      throw new AuthError(factorErrors.mfa_verified_factor_exists());
    }
    return { isReported: await hasNewFactor(client, userId, JUST_ADDED) };
  });
}

/** Replaces the codes; earlier ones end. Throws AuthError. */
export async function remakeRecoveryCodes(deps: AuthDeps, session: LiveSession) {
  requireMayHaveCodes(session);
  return makeCodes(deps, session, async (client, userId) => {
    if (!(await emptySet(client, userId))) throw new AuthError(factorErrors.mfa_factor_not_found());
    return { isReported: false };
  });
}

/** Removes the set. Throws AuthError. */
export async function removeRecoveryCodes(deps: AuthDeps, session: LiveSession): Promise<{ id: string }> {
  requireMayHaveCodes(session);
  return transaction(deps.pool, async (client) => {
    const id = await deleteSet(client, session.user.user_id);
    if (id === null) throw new AuthError(factorErrors.mfa_factor_not_found());
    await report(client, deps, { session, action: "auth.recovery_codes_remove", change: "recovery_codes_removed" });
    return { id };
  });
}

function requireMayHaveCodes(session: LiveSession): void {
  if (!hasVerifiedFactor(session.user)) {
    throw new AuthError(factorErrors.mfa_recovery_codes_sole_factor());
  }
  requireMayChangeFactors(session);
}

async function makeCodes(
  deps: AuthDeps,
  session: LiveSession,
  prepare: (client: PoolClient, userId: string) => Promise<{ isReported: boolean }>,
) {
  const userId = session.user.user_id;
  const codes = Array.from({ length: CODES }, newCode);
  return transaction(deps.pool, async (client) => {
    await lockUser(client, userId);
    const { isReported } = await prepare(client, userId);
    const { id, friendly_name } = await insertCodes(client, userId, codes.map(digestOf));
    if (isReported) await recordEvent(client, "auth.recovery_codes_make", { actor: userId });
    else await report(client, deps, { session, action: "auth.recovery_codes_make", change: "recovery_codes_made" });
    return { id, type: "recovery_code", friendly_name, total: codes.length, codes };
  });
}

/** Raises the session with a right code. Throws AuthError; a wrong code costs an attempt. */
export async function useRecoveryCode(request: FastifyRequest, reply: FastifyReply, deps: AuthDeps) {
  const session = await requirePartialSession(request, deps);
  const { code } = verifyRecoveryCodeSchema.parse(request.body);
  const userId = session.user.user_id;
  const lifted = await attempt(request, deps, await sessionAttempt(request, deps, session), () =>
    transaction(deps.pool, async (client) => {
      await lockUser(client, userId);
      const hash = digestOf(code.toLowerCase().replace(/[\s-]/g, ""));
      if (!(await useUpCode(client, userId, hash))) return null;
      await report(client, deps, { session, action: "auth.recovery_code_use", change: "recovery_code_used" });
      return deps.sessions.strengthenIn(client, session.id, { method: "mfa/recovery_code", aal: "aal2" });
    }),
  );
  if (lifted === null) throw new AuthError(factorErrors.mfa_verification_failed());
  return answerSignIn(request, reply, deps, lifted);
}

async function report(
  client: PoolClient,
  deps: AuthDeps,
  { session, action, change }: { session: LiveSession; action: AuthAction; change: MfaChange },
): Promise<void> {
  await recordEvent(client, action, { actor: session.user.user_id });
  await deps.mailer.queueMail(client, {
    template: mfaChangedMail,
    to: session.user.email,
    data: { change, name: "", at: deps.clock.now().toISOString() },
  });
}

const newCode = () => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
