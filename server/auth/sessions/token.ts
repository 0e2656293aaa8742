// POST /token: password sign-in, refresh, or a link's code.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { passwordGrantSchema, refreshGrantSchema } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { redeemCode } from "../factors/redeem-code.ts";
import { attempt } from "../limits/attempt.ts";
import { deviceOf } from "../limits/device-token.ts";
import { addressGroup } from "../limits/limits.ts";
import { devicePurse, payWrite } from "../limits/purses.ts";
import { signInFacts } from "../users.ts";
import { answerSignIn, openedBy, presentSession } from "./present-session.ts";
import type { IssuedSession } from "./sessions.ts";

const query = z.object({ grant_type: z.string().max(40) });

export function tokenRoute(app: FastifyInstance, deps: AuthDeps): void {
  app.post("/token", async (request, reply) => {
    switch (query.parse(request.query).grant_type) {
      case "password":
        return answerSignIn(request, reply, deps, await signInByPassword(request, deps));
      case "refresh_token":
        return presentSession(
          await deps.sessions.refresh(refreshGrantSchema.parse(request.body).refresh_token),
          deps.tokens,
        );
      case "pkce":
        return answerSignIn(request, reply, deps, await redeemCode(request, deps));
      default:
        throw new AuthError(authErrors.grant_unknown());
    }
  });
}

async function signInByPassword(request: FastifyRequest, deps: AuthDeps): Promise<IssuedSession> {
  const { email, password } = passwordGrantSchema.parse(request.body);
  const facts = await signInFacts(deps.pool, email, addressGroup(request.ip));
  const { account_key: account, known_address: known, id: userId } = facts;
  const device = await deviceOf(request, deps, { email });
  // Evaluated for an unknown account too: the same work, and the same answer.
  const right = await attempt(request, deps, { account, userId, known, own: devicePurse(device, deps) }, async () =>
    (await deps.passwords.matches(password, facts.encrypted_password, { first: device !== null })) ? true : null,
  );
  if (right === null || facts.id === null) throw new AuthError(authErrors.invalid_credentials());
  // Reported only with the right password: a mailed one expires.
  if (facts.temporary_seconds !== null && facts.temporary_seconds > deps.settings.temporaryPasswordSeconds) {
    throw new AuthError(authErrors.temporary_password_ended());
  }
  await payWrite(deps, "signIns", device ?? facts.id);
  const session = await deps.sessions.start({
    userId: facts.id,
    verifiedHash: facts.encrypted_password,
    method: "password",
    ...openedBy(request),
  });
  // Blocked or changed meanwhile; reported only with the right password.
  if (session === null) throw new AuthError(authErrors.user_banned());
  return session;
}
