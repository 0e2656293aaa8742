// /functions/v1/accept-invitation, reached by the link of an invitation: GET says whose it is, POST sets their password. The
// person then signs in as anybody does, so that nothing a sign-in asks for is passed by.

import type { FastifyPluginAsync } from "fastify";
import { administratorErrors } from "#contract/errors/administrators.ts";
import { acceptInvitationRequest, invitationLink } from "#contract/functions/accept-invitation.ts";
import type { AuthService } from "#server/auth/auth-service.ts";
import { rememberDevice } from "#server/auth/limits/device-token.ts";
import { plainAddress } from "#server/platform/connections/address-key.ts";
import { PortalError, sendError } from "#server/platform/http/errors.ts";
import { acceptInvitation, invitedEmail } from "./invitation.ts";

export interface AcceptInvitationOptions {
  auth: AuthService;
}

export const acceptInvitationPlugin: FastifyPluginAsync<AcceptInvitationOptions> = async (app, { auth }) => {
  app.setErrorHandler(sendError);
  app.addHook("onRequest", async (_request, reply) => {
    void reply.header("cache-control", "no-store");
  });
  app.get("/accept-invitation", async (request) => {
    const { token } = invitationLink.parse(request.query);
    // 256 random bits: there is nothing to guess, so a wrong link uses up nobody's attempts.
    return { success: true, email: required(await invitedEmail(auth, token)) };
  });
  app.post("/accept-invitation", async (request, reply) => {
    const { token, password } = acceptInvitationRequest.parse(request.body ?? {});
    const { userId, email } = required(
      await acceptInvitation(auth, { token, password, address: plainAddress(request.ip) }),
    );
    // The sign-in that follows must not wait for strangers who use up the account's attempts.
    await rememberDevice(request, reply, auth, { userId, aal: "aal1" });
    return { success: true, email };
  });
};

function required<T>(found: T | null): T {
  if (found !== null) return found;
  throw new PortalError(administratorErrors.invitation_ended());
}
