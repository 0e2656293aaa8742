// GET /user: the account behind the token, read afresh. PUT /user: its owner changes password, address or data.
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { updateUserSchema } from "#contract/auth.ts";
import { requireSession } from "./authenticate.ts";
import { changeUser } from "./change-user.ts";
import type { AuthDeps } from "./deps.ts";
import { presentUser } from "./users.ts";

const query = z.object({ redirect_to: z.string().optional() });

export function userRoutes(app: FastifyInstance, deps: AuthDeps): void {
  app.get("/user", async (request) => presentUser((await requireSession(request, deps)).user));
  app.put("/user", async (request) => {
    const session = await requireSession(request, deps);
    const change = updateUserSchema.parse(request.body);
    await changeUser({ request, deps, session, change, redirectTo: query.parse(request.query).redirect_to });
    return presentUser((await requireSession(request, deps)).user);
  });
}
