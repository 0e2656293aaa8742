import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { AuthDeps } from "../deps.ts";
import { unlinkIdentity } from "../oidc/link-identity.ts";
import { requireFreshStepUp, requireSecondFactor } from "../sessions/step-up.ts";
import { requireSession } from "../sign-in/authenticate.ts";

const parameters = z.object({ id: z.uuid() });

export function identityRoutes(app: FastifyInstance, deps: AuthDeps): void {
  app.delete("/user/identities/:id", async (request) => {
    const session = await requireSession(request, deps);
    requireSecondFactor(session);
    requireFreshStepUp(session);
    const { id } = parameters.parse(request.params);
    await unlinkIdentity(deps, session, id);
    return {};
  });
}
