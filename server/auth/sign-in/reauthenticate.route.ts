// Refreshes this session's step-up by digits or password; a second sign-in would leave a session behind.
import type { FastifyInstance } from "fastify";
import { reauthenticateSchema } from "#contract/auth.ts";
import type { AuthDeps } from "../deps.ts";
import { requireSession } from "./authenticate.ts";
import { presentSession } from "./present-session.ts";
import { mailDigits, stepUpSession } from "./re-authenticate.ts";

export function reauthenticateRoutes(app: FastifyInstance, deps: AuthDeps): void {
  app.get("/reauthenticate", { exposeHeadRoute: false }, async (request) => {
    await mailDigits(request, deps, await requireSession(request, deps));
    return {};
  });
  app.post("/reauthenticate", async (request) => {
    const session = await requireSession(request, deps);
    const stepUp = reauthenticateSchema.parse(request.body);
    return presentSession(await stepUpSession({ request, deps, session }, stepUp), deps.tokens);
  });
}
