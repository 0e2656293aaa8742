import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { OpenSession } from "#contract/auth.ts";
import type { AuthDeps } from "../deps.ts";
import { requireSession } from "../sign-in/authenticate.ts";
import { endOwnSession, presentSessions } from "./own-sessions.ts";

const parameters = z.object({ id: z.uuid() });
/** Registers GET /sessions and DELETE /sessions/{id}. Ending a session uses nothing of the account's quota of changes. */
export function sessionListRoutes(app: FastifyInstance, deps: AuthDeps): void {
  app.get("/sessions", async (request): Promise<OpenSession[]> => {
    const session = await requireSession(request, deps);
    return presentSessions(deps, session);
  });
  app.delete("/sessions/:id", async (request, reply) => {
    const { user } = await requireSession(request, deps, { free: true });
    const { id } = parameters.parse(request.params);
    await endOwnSession(deps, user.user_id, id);
    return reply.code(204).send();
  });
}
