// POST /signup is always refused; only administrators create accounts.

import type { FastifyInstance } from "fastify";
import { authErrors } from "#contract/errors/auth.ts";
import { AuthError } from "./errors.ts";

export function signupRoute(app: FastifyInstance): void {
  app.post("/signup", async () => {
    throw new AuthError(authErrors.signup_disabled());
  });
}
