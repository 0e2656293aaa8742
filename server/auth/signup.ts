// POST /signup: always refused. Administrators create accounts; a stranger never can.
import type { FastifyInstance } from "fastify";
import { authErrors } from "./errors.ts";

export function signupRoute(app: FastifyInstance): void {
  app.post("/signup", async () => {
    throw authErrors.signupDisabled();
  });
}
