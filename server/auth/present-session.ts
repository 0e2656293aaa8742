// A session as supabase-js keeps it.
import type { FastifyRequest } from "fastify";
import type { Session } from "#contract/auth.ts";
import { plainAddress } from "./limits.ts";
import type { IssuedSession, SessionOpening } from "./sessions.ts";
import type { Tokens } from "./tokens.ts";
import { presentUser } from "./users.ts";

/** The wire's shape, with a newly signed access token. */
export async function presentSession(session: IssuedSession, tokens: Tokens): Promise<Session> {
  const { id, aal, amr, user } = session;
  const signed = await tokens.sign({ sub: user.user_id, session_id: id, aal, amr });
  return {
    access_token: signed.token,
    token_type: "bearer",
    expires_in: signed.expiresIn,
    expires_at: signed.expiresAt,
    refresh_token: session.refreshToken,
    user: presentUser(user),
  };
}

/** What a session remembers of the request that opened it. */
export function openedBy(request: FastifyRequest): Pick<SessionOpening, "userAgent" | "address"> {
  return { userAgent: request.headers["user-agent"] ?? null, address: plainAddress(request.ip) };
}
