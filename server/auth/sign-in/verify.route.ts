// GET /verify is the target of a password link. POST redeems an invitation or such a link, or confirms an address.

import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { verifyRequestSchema } from "#contract/auth.ts";
import { languageOf } from "#server/platform/http/accept-language.ts";
import type { AuthDeps } from "../deps.ts";
import { toAuthError } from "../errors.ts";
import { pageAddress, withParameters } from "../links/redirects.rules.ts";
import { answerSignIn } from "./present-session.ts";
import { confirmEmail, followLink, redeemLink } from "./redeem-link.ts";

const linkQuery = z.object({
  token: z.string().min(1).max(200),
  type: z.literal("recovery"),
  redirect_to: z.string().optional(),
});

export function verifyRoutes(app: FastifyInstance, deps: AuthDeps): void {
  // HEAD is refused: a link check must not follow the link.
  app.get("/verify", { exposeHeadRoute: false }, async (request, reply) => {
    const fallback = z.object({ redirect_to: z.string().optional().catch(undefined) }).parse(request.query).redirect_to;
    try {
      return await reply.redirect(await followLink(deps, linkQuery.parse(request.query)), 303);
    } catch (error) {
      // A person follows this link, so the page shows the error.
      const known = toAuthError(error);
      if (known.authStatus >= 500) throw error;
      const error_description = known.sentence(languageOf(request));
      const parameters = { error: "access_denied", error_code: known.authCode, error_description };
      return reply.redirect(withParameters(pageAddress(deps.settings.publicUrl, fallback), parameters), 303);
    }
  });
  app.post("/verify", async (request, reply) => {
    const { type, token_hash } = verifyRequestSchema.parse(request.body);
    if (type === "email_change") return confirmEmail(deps, token_hash);
    return answerSignIn(request, reply, deps, await redeemLink(request, deps, { type, secret: token_hash }));
  });
}
