import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { oidcErrors } from "#contract/errors/oidc.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { noteEvent } from "../audit.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { requireSession } from "../sessions/authenticate.ts";
import { requireFreshStepUp, requireSecondFactor } from "../sessions/step-up.ts";

const parameters = z.object({ id: z.uuid() });

export function identityRoutes(app: FastifyInstance, deps: AuthDeps): void {
  app.delete("/user/identities/:id", async (request) => {
    const session = await requireSession(request, deps);
    requireSecondFactor(session);
    requireFreshStepUp(session, { now: deps.clock.now(), seconds: deps.settings.stepUpSeconds });
    const { id } = parameters.parse(request.params);
    const { user_id: userId, has_password, identities } = session.user;
    const others = identities.filter((identity) => identity.identity_id !== id);
    // supabase-js counts the password as an identity with the account's id; it has no row and stays.
    if (id === userId || (!has_password && others.length === 0)) {
      throw new AuthError(oidcErrors.single_identity_not_deletable());
    }
    await transaction(deps.pool, async (client) => {
      await client.query("select from auth.users where id = $1 for update", [userId]);
      const { rows } = await client.query(
        "delete from auth.identities where id = $1 and user_id = $2 returning provider",
        [id, userId],
      );
      if (rows.length === 0) throw new AuthError(oidcErrors.identity_not_found());
      const { provider } = z.object({ provider: z.string() }).parse(rows[0]);
      await noteEvent(client, "auth.identity_unlink", { actor: userId, after: { provider } });
    });
    return {};
  });
}
