// Who calls /auth/v1: the bearer's claims, and the proof from the database that its session lives.
import type { FastifyRequest } from "fastify";
import type { Claims } from "#contract/auth.ts";
import { PortalError } from "../http/errors.ts";
import { authErrors } from "./errors.ts";
import type { LiveSession, Sessions } from "./sessions.ts";
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
  if (token === null || token === request.headers["apikey"]) throw authErrors.noAuthorization();
  try {
    return tokens.verify(token);
  } catch (error) {
    if (error instanceof PortalError) throw authErrors.badJwt(error);
    throw error;
  }
}

/** The living session of the caller. Throws AuthError 401. */
export async function requireSession(
  request: FastifyRequest,
  { tokens, sessions }: { tokens: Tokens; sessions: Sessions },
): Promise<LiveSession> {
  return sessions.live(requireClaims(request, tokens));
}
