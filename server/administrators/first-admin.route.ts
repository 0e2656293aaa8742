// The console's one-time link: GET tells whether the link is valid, POST creates the first system admin.

import type { FastifyPluginAsync } from "fastify";
import { administratorErrors } from "#contract/errors/administrators.ts";
import { firstAdminLink, firstAdminRequest } from "#contract/functions/first-admin.ts";
import type { Administration } from "#server/auth/administration.ts";
import { AuthError } from "#server/auth/errors.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError, sendError } from "#server/platform/http/errors.ts";
import { checkSetupLink, createFirstAdmin } from "./make-first-admin.ts";

export interface FirstAdminOptions {
  deps: Deps;
  administration: Administration;
}

export const firstAdminPlugin: FastifyPluginAsync<FirstAdminOptions> = async (app, { deps, administration }) => {
  app.setErrorHandler(sendError);
  app.get("/first-admin", async (request) => {
    await checkSetupLink(deps, firstAdminLink.parse(request.query).token);
    return { success: true };
  });
  app.post("/first-admin", async (request) => {
    const body = firstAdminRequest.parse(request.body ?? {});
    try {
      await createFirstAdmin(deps, administration, body);
    } catch (error) {
      if (error instanceof AuthError && error.code === "weak_password") {
        throw new PortalError(administratorErrors.first_password_weak(), { cause: error });
      }
      throw error;
    }
    return { success: true };
  });
};
