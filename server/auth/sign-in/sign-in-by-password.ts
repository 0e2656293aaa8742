import type { FastifyRequest } from "fastify";
import { passwordGrantSchema } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { attempt } from "../limits/attempt.ts";
import { deviceOf } from "../limits/device-token.ts";
import { addressGroup } from "../limits/limits.ts";
import { consumeSignIn, deviceQuota } from "../limits/quotas.ts";
import type { IssuedSession } from "../sessions/sessions.ts";
import { signInFacts } from "../users.store.ts";
import { openedBy } from "./present-session.ts";

/** Signs in. Throws AuthError: 400 for a wrong, expired or blocked sign-in, 429 when no attempt is left. */
export async function signInByPassword(request: FastifyRequest, deps: AuthDeps): Promise<IssuedSession> {
  const { email, password } = passwordGrantSchema.parse(request.body);
  const facts = await signInFacts(deps.pool, email, addressGroup(request.ip));
  const { account_key: account, known_address: known, id: userId } = facts;
  const device = await deviceOf(request, deps, { email });
  // Evaluated for an unknown account too, with the same work and the same answer.
  const right = await attempt(request, deps, { account, userId, known, own: deviceQuota(device, deps) }, async () =>
    (await deps.passwords.matches(password, facts.password_hash, { first: device !== null })) ? true : null,
  );
  if (right === null || facts.id === null) throw new AuthError(authErrors.invalid_credentials());
  // Reported only with the right password: a mailed password expires.
  if (facts.temporary_seconds !== null && facts.temporary_seconds > deps.settings.temporaryPasswordSeconds) {
    throw new AuthError(authErrors.temporary_password_ended());
  }
  await consumeSignIn(deps, { account: facts.id, device });
  const session = await deps.sessions.start({
    userId: facts.id,
    verifiedHash: facts.password_hash,
    method: "password",
    ...openedBy(request),
  });
  // The account was blocked or changed meanwhile; reported only with the right password.
  if (session === null) throw new AuthError(authErrors.user_banned());
  return session;
}
