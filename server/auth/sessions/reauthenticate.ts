// Refreshes this session's step-up by digits or password; a second sign-in would leave a session behind.
import type { FastifyInstance } from "fastify";
import { reauthenticateSchema } from "#contract/auth.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import type { AuthDeps } from "../deps.ts";
import { requireMailAllowance } from "../links/mail-allowance.ts";
import { insertToken, newDigits } from "../links/one-time-tokens.ts";
import { requireSession } from "./authenticate.ts";
import { presentSession } from "./present-session.ts";
import { reAuthenticate, reauthenticationSecret } from "./re-authenticate.ts";

export function reauthenticateRoutes(app: FastifyInstance, deps: AuthDeps): void {
  app.get("/reauthenticate", { exposeHeadRoute: false }, async (request) => {
    const { user, id } = await requireSession(request, deps);
    await requireMailAllowance(request, deps, user.email, id);
    const code = newDigits();
    const seconds = deps.settings.codeSeconds;
    await transaction(deps.pool, async (client) => {
      await client.query("delete from auth.one_time_tokens where user_id = $1 and kind = 'reauthentication'", [
        user.user_id,
      ]);
      const secret = reauthenticationSecret(deps.encryptor, user.user_id, code);
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
  app.post("/reauthenticate", async (request) => {
    const session = await requireSession(request, deps);
    const stepUp = reauthenticateSchema.parse(request.body);
    await reAuthenticate({ request, deps, session }, stepUp);
    const method = "nonce" in stepUp ? "otp" : "password";
    const steppedUp = await transaction(deps.pool, async (client) => {
      // Account first, then session: every change's lock order.
      await client.query("select from auth.users where id = $1 for update", [session.user.user_id]);
      return deps.sessions.strengthenIn(client, session.id, { method, aal: "aal1" });
    });
    return presentSession(steppedUp, deps.tokens);
  });
}
