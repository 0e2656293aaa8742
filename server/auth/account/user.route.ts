import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { updateUserSchema } from "#contract/auth.ts";
import type { AuthDeps } from "../deps.ts";
import { rememberDevice } from "../limits/device-token.ts";
import { requirePartialSession, requireSession } from "../sign-in/authenticate.ts";
import { presentUser } from "../users.ts";
import { changeUser } from "./change-user.ts";

const query = z.object({ redirect_to: z.string().optional() });

/** Registers GET and PUT /user. A session without its second factor may read the account, but not change it (401). */
export function userRoutes(app: FastifyInstance, deps: AuthDeps): void {
  app.get("/user", async (request) => presentUser((await requirePartialSession(request, deps)).user));
  app.put("/user", async (request, reply) => {
    const session = await requireSession(request, deps, { aalStatus: 401 });
    const change = updateUserSchema.parse(request.body);
    await changeUser({ request, deps, session, change, redirectTo: query.parse(request.query).redirect_to });
    // A new password ends every device token; this browser gets a new one.
    if (change.password !== undefined) {
      await rememberDevice(request, reply, deps, { userId: session.user.user_id, aal: session.aal });
    }
    return presentUser((await requirePartialSession(request, deps)).user);
  });
}
