// GET /verify: target of a password link. POST: redeems an invitation or such a link, or confirms an address.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { DatabaseError } from "pg";
import { z } from "zod";
import { type ConfirmedEmail, verifyRequestSchema } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { languageOf } from "#server/platform/http/accept-language.ts";
import { noteEvent } from "../audit.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError, toAuthError } from "../errors.ts";
import { codeOfLink, findToken, insertToken, useToken } from "../links/one-time-tokens.ts";
import { pageAddress, withParameters } from "../links/redirects.ts";
import { answerSignIn, openedBy } from "../sessions/present-session.ts";
import type { IssuedSession } from "../sessions/sessions.ts";

const linkQuery = z.object({
  token: z.string().min(1).max(200),
  type: z.literal("recovery"),
  redirect_to: z.string().optional(),
});

export function verifyRoutes(app: FastifyInstance, deps: AuthDeps): void {
  // No HEAD: a link check must not follow it.
  app.get("/verify", { exposeHeadRoute: false }, async (request, reply) => {
    const fallback = z.object({ redirect_to: z.string().optional().catch(undefined) }).parse(request.query).redirect_to;
    try {
      return await reply.redirect(await followLink(request, deps), 303);
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

/** Returns the browser's next address. */
async function followLink(request: FastifyRequest, deps: AuthDeps): Promise<string> {
  const { token, type } = linkQuery.parse(request.query);
  // 256 random bits: a wrong link costs no attempt.
  const link = await findToken(deps.pool, type, token);
  if (link === null) throw new AuthError(authErrors.otp_expired());
  const page = link.redirect_to ?? pageAddress(deps.settings.publicUrl, undefined);
  const code = codeOfLink(token);
  await transaction(deps.pool, async (client) => {
    // Locked until the code exists: a rival that redeems the link removes its code too.
    const { rowCount } = await client.query("select from auth.one_time_tokens where id = $1 for key share", [link.id]);
    if (rowCount === 0) throw new AuthError(authErrors.otp_expired());
    await insertToken(client, {
      userId: link.user_id,
      kind: "pkce_code",
      secret: code,
      seconds: deps.settings.codeSeconds,
      codeChallenge: link.code_challenge,
      parentId: link.id,
      payload: { method: "recovery" },
    });
  });
  return withParameters(page, { code });
}

/** The address changes; sessions stay, and nobody is signed in. */
async function confirmEmail(deps: AuthDeps, secret: string): Promise<ConfirmedEmail> {
  const email = await transaction(deps.pool, async (client) => {
    const link = await useToken(client, "email_change", secret);
    if (link?.relates_to == null) throw new AuthError(authErrors.otp_expired());
    const { rows } = await client.query("select email from auth.users where id = $1", [link.user_id]);
    const { email: before } = z.object({ email: z.string() }).parse(rows[0]);
    try {
      await client.query("select auth.set_email($1, $2)", [link.user_id, link.relates_to]);
    } catch (error) {
      // Taken since the link was mailed; the other account is not notified.
      if (error instanceof DatabaseError && error.code === "23505") throw new AuthError(authErrors.otp_expired());
      throw error;
    }
    await client.query("update public.profiles set email = $2 where id = $1", [link.user_id, link.relates_to]);
    await noteEvent(client, "auth.email_change", { actor: link.user_id, after: { before, email: link.relates_to } });
    const data = { email: link.relates_to, confirmed: true };
    await deps.mailer.queueMail(client, { template: "email_change_notice", to: before, data });
    return link.relates_to;
  });
  deps.mailer.wake();
  return { user: { email } };
}

const SESSION_LINKS = {
  invite: { kind: "invitation", method: "invite" },
  recovery: { kind: "recovery", method: "recovery" },
} as const;

async function redeemLink(
  request: FastifyRequest,
  deps: AuthDeps,
  { type, secret }: { type: keyof typeof SESSION_LINKS; secret: string },
): Promise<IssuedSession> {
  const { kind, method } = SESSION_LINKS[type];
  const session = await transaction(deps.pool, async (client) => {
    const link = await useToken(client, kind, secret);
    if (link === null) throw new AuthError(authErrors.otp_expired());
    return deps.sessions.startIn(client, {
      userId: link.user_id,
      verifiedHash: null,
      method,
      ...openedBy(request),
    });
  });
  if (session === null) throw new AuthError(authErrors.user_banned());
  return session;
}
