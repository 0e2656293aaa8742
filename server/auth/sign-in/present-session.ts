import type { FastifyReply, FastifyRequest } from "fastify";
import type { Session } from "#contract/auth.ts";
import { plainAddress } from "#server/platform/connections/address-key.ts";
import type { AuthDeps } from "../deps.ts";
import { rememberDevice } from "../limits/device-token.ts";
import type { IssuedSession, SessionOpening } from "../sessions/sessions.ts";
import type { Tokens } from "../sessions/tokens.ts";
import { presentUser } from "../users.ts";

/** Returns the session in Supabase's form, with a new access token. */
export async function presentSession(session: IssuedSession, tokens: Tokens): Promise<Session> {
  const { id, aal, amr, user } = session;
  const presented = presentUser(user);
  const signed = await tokens.sign({ sub: user.user_id, session_id: id, aal, amr }, presented);
  return {
    access_token: signed.token,
    token_type: "bearer",
    expires_in: signed.expiresIn,
    expires_at: signed.expiresAt,
    refresh_token: session.refreshToken,
    user: presented,
  };
}

/** Replies to a sign-in with the session and a device token (device-token.ts). */
export async function answerSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AuthDeps,
  session: IssuedSession,
): Promise<Session> {
  await rememberDevice(request, reply, deps, { userId: session.user.user_id, aal: session.aal });
  return presentSession(session, deps.tokens);
}

/** Returns where a session is opened from; the page shows it in the list of sessions. */
export function openedBy(request: FastifyRequest): Pick<SessionOpening, "userAgent" | "address"> {
  return { userAgent: request.headers["user-agent"] ?? null, address: plainAddress(request.ip) };
}
