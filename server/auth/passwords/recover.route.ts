// POST /recover requests a password link. The reply is the same whether or not there is an account.
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { recoverRequestSchema } from "#contract/auth.ts";
import type { AuthDeps } from "../deps.ts";
import { deviceOf } from "../limits/device-token.ts";
import { requireMailAllowance } from "../links/mail-allowance.ts";
import { requireChallenge } from "../links/one-time-tokens.ts";
import { pageAddress } from "../links/redirects.rules.ts";

const query = z.object({ redirect_to: z.string().optional() });

export function recoverRoute(app: FastifyInstance, deps: AuthDeps): void {
  app.post("/recover", async (request) => {
    const body = recoverRequestSchema.parse(request.body);
    const { redirect_to } = query.parse(request.query);
    const codeChallenge = requireChallenge(body);
    await requireMailAllowance(request, deps, body.email, await deviceOf(request, deps, { email: body.email }));
    await deps.links.add(deps.pool, {
      kind: "recovery",
      email: body.email,
      userId: null,
      codeChallenge,
      redirectTo: pageAddress(deps.settings.publicUrl, redirect_to),
    });
    deps.links.work();
    return {};
  });
}
