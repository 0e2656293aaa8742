import type { FastifyRequest } from "fastify";
import type { Claims } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { consumeChange } from "../limits/quotas.ts";
import { awaitsSecondFactor } from "../sessions/assurance.ts";
import type { LiveSession } from "../sessions/sessions.ts";
import type { Tokens } from "../sessions/tokens.ts";

/** Returns the token of the Authorization header, unchecked; null without one. */
export function bearerToken(request: FastifyRequest): string | null {
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "") ?? [];
  return token ?? null;
}

/** Returns the verified claims. Throws AuthError 401. */
function requireClaims(request: FastifyRequest, tokens: Tokens): Claims {
  const token = bearerToken(request);
  // supabase-js sends its API key as bearer while signed out: such a call has no user, and no bad token.
  if (token === null || token === request.headers["apikey"]) throw new AuthError(authErrors.no_authorization());
  try {
    return tokens.verify(token);
  } catch (error) {
    if (error instanceof PortalError) throw new AuthError(authErrors.bad_jwt(), { cause: error });
    throw error;
  }
}

type Verifiers = Pick<AuthDeps, "tokens" | "sessions">;

interface SessionNeeds {
  /** The status that auth-js expects with `insufficient_aal` of this call. */
  aalStatus?: number;
  /** True for sign-outs, which are counted at sign-in. Otherwise a thief of the session could use up the owner's quota. */
  free?: boolean;
}

/** Returns a fully authenticated session; writes are charged. Throws AuthError 401, 403, 429 or `insufficient_aal`. */
export async function requireSession(
  request: FastifyRequest,
  deps: AuthDeps,
  { aalStatus = 403, free = false }: SessionNeeds = {},
): Promise<LiveSession> {
  const session = await requirePartialSession(request, deps);
  if (awaitsSecondFactor(session)) throw new AuthError(authErrors.insufficient_aal(), { status: aalStatus });
  // Only fully authenticated sessions are charged: the password alone must not use up the owner's changes.
  const reads = request.method === "GET" || request.method === "HEAD";
  if (!reads && !free) await consumeChange(deps, session.user.user_id);
  return session;
}

/** Returns a session even before its second factor, for showing that factor or signing out. Throws AuthError 401 or 403. */
export async function requirePartialSession(
  request: FastifyRequest,
  { tokens, sessions }: Verifiers,
): Promise<LiveSession> {
  return sessions.live(requireClaims(request, tokens));
}
