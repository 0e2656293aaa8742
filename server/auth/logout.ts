// POST /logout?scope=: ends this session, the others, or all of them, at once and on every server.
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { logoutScopeSchema } from "#contract/auth.ts";
import { requireSession } from "./authenticate.ts";
import type { AuthDeps } from "./deps.ts";

const query = z.object({ scope: logoutScopeSchema.default("global") });

export function logoutRoute(app: FastifyInstance, deps: AuthDeps): void {
  app.post("/logout", async (request, reply) => {
    const { scope } = query.parse(request.query);
    const session = await requireSession(request, deps);
    await deps.sessions.end({ sub: session.user.user_id, session_id: session.id }, scope);
    return reply.code(204).send();
  });
}
