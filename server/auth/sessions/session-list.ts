import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { OpenSession } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { noteEvent } from "../audit.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { requireSession } from "./authenticate.ts";

const parameters = z.object({ id: z.uuid() });
const iso = z.date().transform((date) => date.toISOString());
const sessionRow = z.object({
  id: z.uuid(),
  aal: z.enum(["aal1", "aal2", "aal3"]),
  created_at: iso,
  refreshed_at: iso,
  user_agent: z.string().nullable(),
  ip: z.string().nullable(),
});

export function sessionListRoutes(app: FastifyInstance, deps: AuthDeps): void {
  app.get("/sessions", async (request): Promise<OpenSession[]> => {
    const session = await requireSession(request, deps);
    const { rows } = await deps.pool.query(
      `select id, aal, created_at, refreshed_at, user_agent, host(ip) as ip from auth.sessions
       where user_id = $1 and revoked_at is null and not_after > now() order by refreshed_at desc limit 100`,
      [session.user.user_id],
    );
    return z
      .array(sessionRow)
      .parse(rows)
      .map((row) => ({ ...row, current: row.id === session.id }));
  });
  app.delete("/sessions/:id", async (request, reply) => {
    const { user } = await requireSession(request, deps, { free: true });
    const { id } = parameters.parse(request.params);
    await transaction(deps.pool, async (client) => {
      const { rowCount } = await client.query(
        `update auth.sessions set revoked_at = clock_timestamp(), revoked_reason = 'signed_out_by_other'
         where id = $1 and user_id = $2 and revoked_at is null`,
        [id, user.user_id],
      );
      if (rowCount === 0) throw new AuthError(authErrors.session_already_ended());
      await noteEvent(client, "auth.sign_out_session", { actor: user.user_id, after: { session: id } });
    });
    return reply.code(204).send();
  });
}
