import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { enrollRequestSchema } from "#contract/auth.ts";
import { factorErrors } from "#contract/errors/factors.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { requirePartialSession, requireSession } from "../sign-in/authenticate.ts";
import { challengeFactor } from "./challenge-factor.ts";
import { enroll, requireMayChangeFactors, unenroll } from "./change-factors.ts";
import { verifyFactor } from "./verify-factor.ts";

const parameters = z.object({ id: z.string() });

/** Registers /factors. A session without its second factor may only list factors and answer their challenges. */
export function factorRoutes(app: FastifyInstance, deps: AuthDeps): void {
  app.get("/factors", async (request) => (await requirePartialSession(request, deps)).user.factors);
  app.post("/factors", async (request) => {
    const session = await requireSession(request, deps);
    requireMayChangeFactors(session);
    return enroll(deps, session, enrollRequestSchema.parse(request.body));
  });
  app.post("/factors/:id/challenge", async (request) => {
    const session = await requirePartialSession(request, deps);
    return challengeFactor(request, { deps, session, factorId: factorOf(request) });
  });
  app.post("/factors/:id/verify", async (request, reply) => {
    const session = await requirePartialSession(request, deps);
    return verifyFactor(request, reply, { deps, session, factorId: factorOf(request) });
  });
  app.delete("/factors/:id", async (request) => {
    const session = await requireSession(request, deps, { aalStatus: 422 });
    return unenroll(deps, session, factorOf(request));
  });
}

/** Returns the factor id. A malformed id gets the same AuthError 404 as an unknown one. */
function factorOf(request: FastifyRequest): string {
  const id = z.uuid().safeParse(parameters.parse(request.params).id);
  if (!id.success) throw new AuthError(factorErrors.mfa_factor_not_found());
  return id.data;
}
