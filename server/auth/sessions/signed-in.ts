// Who calls the parts of the server outside /auth/v1, by the bearer token alone; the database looks at the session.

import type { FastifyRequest } from "fastify";
import { platformErrors } from "#contract/errors/platform.ts";
import type { SessionClaims } from "#server/platform/database/as-user.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { bearerToken } from "./authenticate.ts";
import type { Tokens } from "./tokens.ts";

/** The function throws PortalError 401. */
export function signedInBy(tokens: Tokens): (request: FastifyRequest) => SessionClaims {
  return (request) => {
    const token = bearerToken(request);
    // supabase-js sends its key as bearer while nobody is signed in: that is nobody, not a bad token.
    if (token === null || token === request.headers["apikey"]) {
      throw new PortalError(platformErrors.sign_in_first());
    }
    return tokens.verify(token);
  };
}
