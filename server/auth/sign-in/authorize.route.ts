// The OpenID Connect round trip. Only the initiating browser can redeem the code, so nobody can be lured into another account.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { codeChallengeSchema } from "#contract/auth.ts";
import { languageOf } from "#server/platform/http/accept-language.ts";
import type { AuthDeps } from "../deps.ts";
import { toAuthError } from "../errors.ts";
import { pageAddress, withParameters } from "../links/redirects.rules.ts";
import { beginAuthorization, makeCode } from "../oidc/authorize.ts";
import { endFlow, takeFlow } from "../oidc/oidc-flow.ts";
import { requireFreshStepUp, requireSecondFactor } from "../sessions/step-up.ts";
import { requireSession } from "./authenticate.ts";

const query = codeChallengeSchema.extend({
  provider: z.string().min(1).max(64),
  redirect_to: z.string().optional(),
  skip_http_redirect: z.string().optional(),
});

export function authorizeRoutes(app: FastifyInstance, deps: AuthDeps): void {
  const { publicUrl } = deps.settings;
  app.get("/authorize", { exposeHeadRoute: false }, async (request, reply) =>
    orToPage(request, { reply, publicUrl }, async () => {
      const wanted = query.parse(request.query);
      const url = await beginAuthorization(request, deps, {
        ...wanted,
        redirectTo: pageAddress(publicUrl, wanted.redirect_to),
      });
      return wanted.skip_http_redirect === "true" ? reply.send({ url }) : reply.redirect(url, 302);
    }),
  );
  app.get("/user/identities/authorize", { exposeHeadRoute: false }, async (request) => {
    const session = await requireSession(request, deps);
    requireSecondFactor(session);
    requireFreshStepUp(session);
    const wanted = query.parse(request.query);
    const redirectTo = pageAddress(publicUrl, wanted.redirect_to, true);
    const link = { userId: session.user.user_id, sessionId: session.id };
    return { url: await beginAuthorization(request, deps, { ...wanted, redirectTo, link }) };
  });
  app.get("/callback", { exposeHeadRoute: false }, async (request, reply) =>
    orToPage(request, { reply, publicUrl }, async () => {
      const flow = await takeFlow(deps, request.query);
      return orToPage(request, { reply, publicUrl, page: flow.redirectTo }, async () => {
        const identity = await endFlow(deps, flow, request.query);
        return reply.redirect(withParameters(flow.redirectTo, { code: await makeCode(deps, flow, identity) }), 303);
      });
    }),
  );
}

/** Redirects to the page with any error, because people follow these links. */
async function orToPage(
  request: FastifyRequest,
  { reply, publicUrl, page }: { reply: FastifyReply; publicUrl: string; page?: string },
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    const known = toAuthError(error);
    if (known.authStatus >= 500) request.log.error({ err: known.cause ?? known }, "sign-in through a provider failed");
    const { redirect_to } = z.object({ redirect_to: z.string().optional().catch(undefined) }).parse(request.query);
    const parameters = {
      error: "access_denied",
      error_code: known.authCode,
      error_description: known.sentence(languageOf(request)),
    };
    return reply.redirect(withParameters(page ?? pageAddress(publicUrl, redirect_to), parameters), 303);
  }
}
