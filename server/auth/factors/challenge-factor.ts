import type { FastifyRequest } from "fastify";
import { authErrors } from "#contract/errors/auth.ts";
import { plainAddress } from "#server/platform/connections/address-key.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { deviceOf } from "../limits/device-token.ts";
import { awaitsSecondFactor } from "../sessions/assurance.ts";
import type { LiveSession } from "../sessions/sessions.ts";
import { requireMayChangeFactors } from "./change-factors.ts";
import { insertChallenge, readFactor, readFactors } from "./factors.store.ts";
import { challengePasskey, relyingParty } from "./passkey.ts";
import { challengePhone } from "./phone-factor.ts";

/** Limit per account and attempt window: a challenge is no attempt, but each stores a row. */
const MAX_CHALLENGES = 60;

/** Makes a challenge of a factor for its own account. Throws AuthError. */
export async function challengeFactor(
  request: FastifyRequest,
  { deps, session, factorId }: { deps: AuthDeps; session: LiveSession; factorId: string },
) {
  const { user } = session;
  const factor = await readFactor(deps.pool, user.user_id, factorId);
  const awaiting = awaitsSecondFactor(session);
  // A session with only the password must not use a factor that the owner has not finished enrolling.
  if (awaiting && factor.status === "unverified") throw new AuthError(authErrors.insufficient_aal());
  // A begun app or phone factor already names its secret or number. A begun passkey belongs to anybody who finishes it, so an abandoned one
  // would let somebody at an unlocked computer add their own.
  if (factor.factor_type === "webauthn" && factor.status === "unverified") requireMayChangeFactors(session);
  const device = awaiting ? await deviceOf(request, deps, { userId: user.user_id }) : null;
  const { windowSeconds } = deps.settings.attempts;
  // Sessions with only the password are counted separately, so that the owner still gets a challenge.
  const owner = device ?? `${awaiting ? "awaiting:" : ""}${user.user_id}`;
  if (!(await deps.limiter.consume({ key: `challenge:${owner}`, allowed: MAX_CHALLENGES, windowSeconds }))) {
    throw new AuthError(authErrors.over_request_rate_limit(), {
      retryAfter: windowSeconds,
    });
  }
  const id = crypto.randomUUID();
  const address = plainAddress(request.ip);
  const reply = { id, type: factor.factor_type };
  if (factor.factor_type === "phone") {
    return { ...reply, expires_at: await challengePhone(deps, { factor, challengeId: id, address, device }) };
  }
  const row = { id, factorId, seconds: deps.settings.challengeSeconds, address };
  if (factor.factor_type === "totp") return { ...reply, expires_at: await insertChallenge(deps.pool, row) };
  const { session: webauthnSession, webauthn } = await challengePasskey(relyingParty(deps.settings.publicUrl), {
    factor,
    others: await readFactors(deps.pool, user.user_id),
    email: user.email,
    name: factor.friendly_name ?? "",
  });
  return { ...reply, expires_at: await insertChallenge(deps.pool, { ...row, webauthnSession }), webauthn };
}
