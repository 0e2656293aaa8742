import type { FastifyRequest } from "fastify";
import { platformErrors } from "#contract/errors/platform.ts";
import type { SessionClaims } from "#server/platform/database/as-user.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { Tokens } from "../sessions/tokens.ts";
import { bearerToken } from "./authenticate.ts";

/** Returns a function that verifies only the bearer token; the database checks the session. The function throws PortalError 401. */
export function signedInBy(tokens: Tokens): (request: FastifyRequest) => SessionClaims {
  return (request) => {
    const token = bearerToken(request);
    // supabase-js sends its API key as bearer while signed out: such a call has no user, and no bad token.
    if (token === null || token === request.headers["apikey"]) {
      throw new PortalError(platformErrors.sign_in_first());
    }
    return tokens.verify(token);
  };
}
