// POST /factors/{id}/verify: raises the session to aal2; the first answer activates a new factor.

import type { FastifyReply, FastifyRequest } from "fastify";
import type { PoolClient } from "pg";
import { type VerifyFactor, verifyFactorSchema } from "#contract/auth.ts";
import { factorErrors } from "#contract/errors/factors.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { revokeSessions } from "../administration.store.ts";
import { recordEvent } from "../audit.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { attempt } from "../limits/attempt.ts";
import { sessionAttempt } from "../limits/quotas.ts";
import { mfaChangedMail } from "../mails.ts";
import type { IssuedSession, LiveSession } from "../sessions/sessions.ts";
import { requireSecondFactor } from "../sessions/step-up.ts";
import { answerSignIn } from "../sign-in/present-session.ts";
import { lockUser } from "../users.store.ts";
import { answerChallenge, type FactorRow, finishFactor, lockChallenge, readFactor } from "./factors.store.ts";
import { acceptNewPasskey, acceptPasskey, relyingParty } from "./passkey.ts";
import { acceptPhone } from "./phone-factor.ts";
import { acceptTotp } from "./totp.ts";

/** GoTrue's names in the `amr` claim. */
const METHODS = { totp: "totp", phone: "mfa/phone", webauthn: "mfa/webauthn" } as const;

interface Verification {
  deps: AuthDeps;
  session: LiveSession;
  factorId: string;
}

/** Raises the session by the right answer. Throws AuthError for a wrong one, which costs an attempt. */
export async function verifyFactor(
  request: FastifyRequest,
  reply: FastifyReply,
  { deps, session, factorId }: Verification,
) {
  const answer = verifyFactorSchema.parse(request.body);
  const userId = session.user.user_id;
  const { status } = await readFactor(deps.pool, userId, factorId);
  // A session with only the password cannot finish a new factor for an account that has another.
  if (status === "unverified") requireSecondFactor(session);
  const lifted = await attempt(request, deps, await sessionAttempt(request, deps, session), () =>
    transaction(deps.pool, async (client) => {
      await lockUser(client, userId);
      // Read under the lock: another answer may have finished the factor meanwhile.
      const factor = await readFactor(client, userId, factorId);
      return (await accept(client, deps, { factor, answer })) ? lift(client, deps, { session, factor }) : null;
    }),
  );
  if (lifted === null) throw new AuthError(factorErrors.mfa_verification_failed());
  return answerSignIn(request, reply, deps, lifted);
}

/** Returns false for a wrong answer. Throws AuthError 422 when the challenge has expired. */
async function accept(
  client: PoolClient,
  deps: AuthDeps,
  { factor, answer }: { factor: FactorRow; answer: VerifyFactor },
): Promise<boolean> {
  const challenge = await lockChallenge(client, factor.id, answer.challenge_id);
  if (challenge === null) {
    throw new AuthError(factorErrors.mfa_challenge_expired());
  }
  const right = await evaluate();
  if (right) await answerChallenge(client, challenge.id);
  return right;

  async function evaluate(): Promise<boolean> {
    if (challenge === null) return false;
    if ("webauthn" in answer) {
      if (factor.factor_type !== "webauthn") return false;
      const asked = { factor, challenge, party: relyingParty(deps.settings.publicUrl) };
      return answer.webauthn.type === "create"
        ? acceptNewPasskey(client, asked, answer.webauthn.credential_response)
        : acceptPasskey(client, asked, answer.webauthn.credential_response);
    }
    if (factor.factor_type === "totp") return acceptTotp(client, { factor, code: answer.code, ...deps });
    return factor.factor_type === "phone" && acceptPhone(deps.encryptor, { challenge, code: answer.code });
  }
}

async function lift(
  client: PoolClient,
  deps: AuthDeps,
  { session, factor }: { session: LiveSession; factor: FactorRow },
): Promise<IssuedSession> {
  const { user_id: userId, email } = session.user;
  if (factor.status === "unverified") {
    await finishFactor(client, factor.id);
    await revokeSessions(client, { userId, reason: "factor_added", keep: session.id });
    const after = { type: factor.factor_type, name: factor.friendly_name };
    await recordEvent(client, "auth.factor_add", { actor: userId, after });
    await deps.mailer.queueMail(client, {
      template: mfaChangedMail,
      to: email,
      data: { change: "factor_added", name: factor.friendly_name ?? "", at: deps.clock.now().toISOString() },
    });
  } else {
    await recordEvent(client, "auth.factor_verify", { actor: userId, after: { type: factor.factor_type } });
  }
  return deps.sessions.strengthenIn(client, session.id, { method: METHODS[factor.factor_type], aal: "aal2" });
}
