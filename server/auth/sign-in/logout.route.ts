// POST /logout?scope=: takes effect at once and on every server.
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { logoutScopeSchema } from "#contract/auth.ts";
import type { AuthDeps } from "../deps.ts";
import { requirePartialSession, requireSession } from "./authenticate.ts";

const query = z.object({ scope: logoutScopeSchema.default("global") });

export function logoutRoute(app: FastifyInstance, deps: AuthDeps): void {
  app.post("/logout", async (request, reply) => {
    const { scope } = query.parse(request.query);
    // A person may always end the current session; ending others needs every factor.
    const session = await (scope === "local"
      ? requirePartialSession(request, deps)
      : requireSession(request, deps, { free: true }));
    await deps.sessions.end({ sub: session.user.user_id, session_id: session.id }, scope);
    return reply.code(204).send();
  });
}
