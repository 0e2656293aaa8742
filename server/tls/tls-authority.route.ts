// Hands out the authority's certificate, without a sign-in: a phone must trust it before it can sign in, and it holds no secret.
import type { FastifyPluginAsync } from "fastify";
import { platformErrors } from "#contract/errors/platform.ts";
import { PortalError, sendError } from "#server/platform/http/errors.ts";

export const tlsAuthorityPlugin: FastifyPluginAsync<{ authority: string | null }> = async (app, { authority }) => {
  app.setErrorHandler(sendError);
  app.get("/tls-authority", async (_request, reply) => {
    if (authority === null) throw new PortalError(platformErrors.address_unknown());
    return reply
      .type("application/x-x509-ca-cert")
      .header("cache-control", "no-store")
      .header("content-disposition", 'attachment; filename="access-portal.crt"')
      .send(`${authority}\n`);
  });
};
