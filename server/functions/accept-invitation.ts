// /functions/v1/accept-invitation, reached by the link of an invitation: GET says whose it is, POST sets their password. The
// person then signs in as anybody does, so that nothing a sign-in asks for is passed by.
import type { FastifyPluginAsync } from "fastify";
import { acceptInvitationRequest, invitationLink } from "#contract/functions/accept-invitation.ts";
import type { AuthService } from "../auth/auth-service.ts";
import { guess } from "../auth/guess.ts";
import { plainAddress } from "../auth/limits.ts";
import { PortalError, sendError } from "../http/errors.ts";
import { acceptInvitation, invitedEmail } from "../services/administrators-invitation.ts";

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
    // A wrong link counts as a guess from that address, like everything that is guessed.
    const email = await guess(request, auth, { account: null, userId: null }, () => invitedEmail(auth, token));
    return { success: true, email: required(email) };
  });
  app.post("/accept-invitation", async (request) => {
    const { token, password } = acceptInvitationRequest.parse(request.body ?? {});
    const email = await guess(request, auth, { account: null, userId: null }, () =>
      acceptInvitation(auth, { token, password, address: plainAddress(request.ip) }),
    );
    return { success: true, email: required(email) };
  });
};

function required(email: string | null): string {
  if (email !== null) return email;
  throw new PortalError(
    403,
    "forbidden",
    "Inbjudan gäller inte längre: den är använd, för gammal eller ersatt av en nyare. Be en administratör om en ny.",
  );
}
