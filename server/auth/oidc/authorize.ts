import type { FastifyRequest } from "fastify";
import type { CodeChallenge } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { addressGroup } from "../limits/limits.ts";
import { insertToken } from "../links/one-time-tokens.store.ts";
import { requireChallenge } from "../links/one-time-tokens.ts";
import { newSecret } from "../links/secrets.ts";
import { accountForIdentity } from "./link-identity.ts";
import { beginFlow, type EndedFlow, type endFlow, type Flow } from "./oidc-flow.ts";

/** Limit per address and attempt window: each flow stores a row. */
const MAX_FLOWS = 60;

export interface WantedFlow extends CodeChallenge {
  provider: string;
  redirectTo: string;
  link?: Flow["link"];
}

/** Begins a flow; returns the provider's address to go to. Throws AuthError 429. */
export async function beginAuthorization(
  request: FastifyRequest,
  deps: AuthDeps,
  { redirectTo, link, ...wanted }: WantedFlow,
): Promise<string> {
  const codeChallenge = requireChallenge(wanted);
  const { windowSeconds } = deps.settings.attempts;
  const key = `oidc:${addressGroup(request.ip)}`;
  if (!(await deps.limiter.consume({ key, allowed: MAX_FLOWS, windowSeconds }))) {
    throw new AuthError(authErrors.over_request_rate_limit(), {
      retryAfter: windowSeconds,
    });
  }
  return beginFlow(deps, { provider: wanted.provider, codeChallenge, redirectTo, link: link ?? null });
}

/** Makes the code that the initiating browser redeems. Throws AuthError for an unknown identity: no account is created. */
export async function makeCode(
  deps: AuthDeps,
  flow: EndedFlow,
  identity: Awaited<ReturnType<typeof endFlow>>,
): Promise<string> {
  const { userId, isNew } = flow.link
    ? { userId: flow.link.userId, isNew: true }
    : await accountForIdentity(deps.pool, identity);
  const code = newSecret();
  await insertToken(deps.pool, {
    userId,
    kind: "pkce_code",
    secret: code,
    seconds: deps.settings.codeSeconds,
    codeChallenge: flow.codeChallenge,
    payload: {
      method: "oauth",
      ...(isNew ? { link: identity.identity } : {}),
      ...(flow.link ? { session_id: flow.link.sessionId } : {}),
    },
  });
  return code;
}
