// POST /token signs in with a password, a refresh token, or a link's code.

import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { refreshGrantSchema } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { answerSignIn, presentSession } from "./present-session.ts";
import { redeemCode } from "./redeem-code.ts";
import { signInByPassword } from "./sign-in-by-password.ts";

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
