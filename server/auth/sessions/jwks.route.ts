import type { FastifyInstance } from "fastify";
import type { AuthDeps } from "../deps.ts";

/** Short, so that clients soon forget a withdrawn key; auth-js caches keys for ten minutes. */
const MAX_AGE_SECONDS = 60;

export function jwksRoute(app: FastifyInstance, deps: Pick<AuthDeps, "keys">): void {
  app.get("/.well-known/jwks.json", async (_request, reply) => {
    void reply.header("cache-control", `public, max-age=${MAX_AGE_SECONDS}`);
    return deps.keys.jwks();
  });
}
