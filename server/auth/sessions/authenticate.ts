// Who calls /auth/v1: the bearer's claims, and the proof from the database that its session lives.

import type { FastifyRequest } from "fastify";
import type { Claims } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { payWrite } from "../limits/purses.ts";
import { awaitsSecondFactor } from "./assurance.ts";
import type { LiveSession } from "./sessions.ts";
import type { Tokens } from "./tokens.ts";

/** The bearer token of a request, or null. Also used by the other parts of the server. */
export function bearerToken(request: FastifyRequest): string | null {
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "") ?? [];
  return token ?? null;
}

/** Verified claims. Throws AuthError 401. */
function requireClaims(request: FastifyRequest, tokens: Tokens): Claims {
  const token = bearerToken(request);
  // supabase-js sends its key as bearer while nobody is signed in: that is nobody, not a bad token.
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
  /** The status of `insufficient_aal` that callers of auth-js know of this very call. */
  aalStatus?: number;
  /** Ends sessions, each of which was paid for when it began: a thief must not be able to use up the owner's sign-outs. */
  free?: boolean;
}

/**
 * The living session of the caller, with every factor of the account shown; a call that may change something is paid for.
 * Throws AuthError 401 or 403, `insufficient_aal` while a second factor is outstanding, and 429.
 */
export async function requireSession(
  request: FastifyRequest,
  deps: AuthDeps,
  { aalStatus = 403, free = false }: SessionNeeds = {},
): Promise<LiveSession> {
  const session = await requirePartialSession(request, deps);
  if (awaitsSecondFactor(session)) throw new AuthError(authErrors.insufficient_aal(), { status: aalStatus });
  // Only a session with every factor pays here: who merely knows the password must not use up the owner's changes.
  const reads = request.method === "GET" || request.method === "HEAD";
  if (!reads && !free) await payWrite(deps, "changes", session.user.user_id);
  return session;
}

/**
 * The living session of the caller, also before its second factor: only for the calls that show that factor, and for
 * signing this very session out. Throws AuthError 401 or 403.
 */
export async function requirePartialSession(
  request: FastifyRequest,
  { tokens, sessions }: Verifiers,
): Promise<LiveSession> {
  return sessions.live(requireClaims(request, tokens));
}
