// GET /user: the account behind the token, read afresh. PUT /user: its owner changes password, address or data.
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { updateUserSchema } from "#contract/auth.ts";
import { transaction } from "../database/transaction.ts";
import { requireSession } from "./authenticate.ts";
import { changeUser } from "./change-user.ts";
import type { AuthDeps } from "./deps.ts";
import { requireMailAllowance } from "./mail-allowance.ts";
import { insertToken, newDigits } from "./one-time-tokens.ts";
import { reauthenticationSecret } from "./prove-again.ts";
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
  // Mails digits that prove the person again, for one whose sign-in is not fresh and who has no password at hand.
  app.get("/reauthenticate", { exposeHeadRoute: false }, async (request) => {
    const { user } = await requireSession(request, deps);
    await requireMailAllowance(request, deps, user.email);
    const code = newDigits();
    const seconds = deps.settings.codeSeconds;
    await transaction(deps.pool, async (client) => {
      await client.query("delete from auth.one_time_tokens where user_id = $1 and kind = 'reauthentication'", [
        user.user_id,
      ]);
      const secret = reauthenticationSecret(deps.sealer, user.user_id, code);
      await insertToken(client, { userId: user.user_id, kind: "reauthentication", secret, seconds });
      await deps.mailer.queueMail(client, {
        template: "reauthentication",
        to: user.email,
        data: { code, minutes: Math.round(seconds / 60) },
      });
    });
    deps.mailer.wake();
    return {};
  });
}
