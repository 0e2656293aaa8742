// POST /token?grant_type=pkce redeems a code with the verifier that only the initiating browser has.

import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { pkceGrantSchema } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { equalSecrets } from "#server/platform/crypto/key-ring.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { attempt } from "../limits/attempt.ts";
import { findToken } from "../links/one-time-tokens.store.ts";
import { useToken } from "../links/one-time-tokens.ts";
import { digestOf } from "../links/secrets.ts";
import { linkedIdentitySchema } from "../oidc/identities.store.ts";
import { linkIdentity } from "../oidc/link-identity.ts";
import type { IssuedSession } from "../sessions/sessions.ts";
import { openedBy } from "./present-session.ts";

const codePayload = z.object({
  method: z.enum(["recovery", "oauth"]),
  link: linkedIdentitySchema.optional(),
  /** The session of the signed-in person who asked; it continues with its factors. */
  session_id: z.uuid().optional(),
});

/**
 * Redeems a code once. Returns a new session, or the present one, strengthened, after a step-up. Throws AuthError for a wrong verifier or a
 * code that is used or old.
 */
export async function redeemCode(request: FastifyRequest, deps: AuthDeps): Promise<IssuedSession> {
  const { auth_code, code_verifier } = pkceGrantSchema.parse(request.body);
  const found = await findToken(deps.pool, "pkce_code", auth_code);
  // The code has 256 random bits and needs no limit.
  if (found === null) throw new AuthError(authErrors.flow_state_not_found());
  const { user_id: account, code_challenge: challenge } = found;
  // Attempts are counted per code, so that nobody without it can lock its owner out.
  const own = { key: `code:${found.id}`, allowed: deps.settings.attempts.perCode, only: true };
  const right = await attempt(request, deps, { account, userId: account, own }, async () =>
    challenge !== null && equalSecrets(challenge, digestOf(code_verifier).toString("base64url")) ? true : null,
  );
  if (right === null) throw new AuthError(authErrors.bad_code_verifier());
  return transaction(deps.pool, async (client) => {
    const code = await useToken(client, "pkce_code", auth_code);
    if (code === null) throw new AuthError(authErrors.flow_state_not_found());
    const { method, link, session_id } = codePayload.parse(code.payload);
    if (link) await linkIdentity(client, code.user_id, link);
    if (session_id !== undefined) return deps.sessions.strengthenIn(client, session_id, { method, aal: "aal1" });
    const session = await deps.sessions.startIn(client, {
      userId: code.user_id,
      verifiedHash: null,
      method,
      ...openedBy(request),
    });
    // Thrown inside the transaction, so that nothing is linked to a blocked account.
    if (session === null) throw new AuthError(authErrors.user_banned());
    return session;
  });
}
