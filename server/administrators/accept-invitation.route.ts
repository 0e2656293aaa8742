// GET returns the invited email address, POST sets the password. The person then signs in as usual, with every check.

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
    // 256 random bits: a wrong link costs no attempt.
    return { success: true, email: required(await invitedEmail(auth, token)) };
  });
  app.post("/accept-invitation", async (request, reply) => {
    const { token, password } = acceptInvitationRequest.parse(request.body ?? {});
    const { userId, email } = required(
      await acceptInvitation(auth, { token, password, address: plainAddress(request.ip) }),
    );
    // Exhausted account attempts must not block the sign-in that follows.
    await rememberDevice(request, reply, auth, { userId, aal: "aal1" });
    return { success: true, email };
  });
};

function required<T>(found: T | null): T {
  if (found !== null) return found;
  throw new PortalError(administratorErrors.invitation_ended());
}
