import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { type EnrollRequest, enrollRequestSchema } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { factorErrors } from "#contract/errors/factors.ts";
import { plainAddress } from "#server/platform/connections/address-key.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { noteEvent } from "../audit.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { deviceOf } from "../limits/device-token.ts";
import { awaitsSecondFactor } from "../sessions/assurance.ts";
import { requirePartialSession, requireSession } from "../sessions/authenticate.ts";
import type { LiveSession } from "../sessions/sessions.ts";
import { requireFreshStepUp, requireSecondFactor } from "../sessions/step-up.ts";
import { insertChallenge, insertFactor, readFactor, readFactors } from "./factor-rows.ts";
import { challengePasskey, relyingParty } from "./passkey.ts";
import { challengePhone, requireSms } from "./phone-factor.ts";
import { newTotp } from "./totp.ts";
import { verifyFactor } from "./verify-factor.ts";

const parameters = z.object({ id: z.string() });
/** Per account and attempt window: each is a row, though no attempt. */
const MAX_CHALLENGES = 60;

export function factorRoutes(app: FastifyInstance, deps: AuthDeps): void {
  app.get("/factors", async (request) => (await requirePartialSession(request, deps)).user.factors);
  app.post("/factors", async (request) => {
    const session = await requireSession(request, deps);
    requireMayChangeFactors(session, deps);
    return enroll(deps, session, enrollRequestSchema.parse(request.body));
  });
  app.post("/factors/:id/challenge", async (request) => {
    const session = await requirePartialSession(request, deps);
    return challenge(request, { deps, session, factorId: factorOf(request) });
  });
  app.post("/factors/:id/verify", async (request, reply) => {
    const session = await requirePartialSession(request, deps);
    return verifyFactor(request, reply, { deps, session, factorId: factorOf(request) });
  });
  app.delete("/factors/:id", async (request) => {
    const session = await requireSession(request, deps, { aalStatus: 422 });
    return unenroll(deps, session, factorOf(request));
  });
}

/** Throws AuthError 404 for a malformed id, as for an unknown one. */
function factorOf(request: FastifyRequest): string {
  const id = z.uuid().safeParse(parameters.parse(request.params).id);
  if (!id.success) throw new AuthError(factorErrors.mfa_factor_not_found());
  return id.data;
}

/** Requires a fresh step-up and no temporary password. Throws AuthError. */
export function requireMayChangeFactors(session: LiveSession, deps: AuthDeps): void {
  requireSecondFactor(session);
  // Else whoever reads the email with the temporary password could lock the owner out.
  if (session.user.must_change_password) {
    throw new AuthError(authErrors.temporary_password());
  }
  requireFreshStepUp(session, { now: deps.clock.now(), seconds: deps.settings.stepUpSeconds });
}

async function enroll(deps: AuthDeps, { user }: LiveSession, request: EnrollRequest) {
  const id = crypto.randomUUID();
  const friendlyName = request.friendly_name || null;
  const reply = { id, type: request.factor_type, friendly_name: friendlyName ?? "" };
  const factor = { id, userId: user.user_id, friendlyName, type: request.factor_type };
  const insert = (more: { encryptedSecret?: string; phone?: string }) =>
    transaction(deps.pool, (client) => insertFactor(client, { ...factor, ...more }));
  switch (request.factor_type) {
    case "totp": {
      const issuer = request.issuer || new URL(deps.settings.publicUrl).hostname;
      const { encryptedSecret, totp } = newTotp(deps.encryptor, { id, email: user.email, issuer });
      await insert({ encryptedSecret });
      return { ...reply, totp };
    }
    case "phone":
      requireSms(deps);
      await insert({ phone: request.phone });
      return { ...reply, phone: request.phone };
    case "webauthn":
      relyingParty(deps.settings.publicUrl);
      await insert({});
      return reply;
  }
}

async function challenge(
  request: FastifyRequest,
  { deps, session, factorId }: { deps: AuthDeps; session: LiveSession; factorId: string },
) {
  const { user } = session;
  const factor = await readFactor(deps.pool, user.user_id, factorId);
  const awaiting = awaitsSecondFactor(session);
  // An unfinished factor of the owner's is off limits to sessions with only the password.
  if (awaiting && factor.status === "unverified") throw new AuthError(authErrors.insufficient_aal());
  const device = awaiting ? await deviceOf(request, deps, { userId: user.user_id }) : null;
  const { windowSeconds } = deps.settings.attempts;
  // Sessions with only the password pay apart, so that the owner still gets a challenge.
  const payer = device ?? `${awaiting ? "awaiting:" : ""}${user.user_id}`;
  if (!(await deps.limiter.spend({ key: `challenge:${payer}`, allowed: MAX_CHALLENGES, windowSeconds }))) {
    throw new AuthError(authErrors.over_request_rate_limit(), {
      retryAfter: windowSeconds,
    });
  }
  const id = crypto.randomUUID();
  const address = plainAddress(request.ip);
  const reply = { id, type: factor.factor_type };
  if (factor.factor_type === "phone") {
    return { ...reply, expires_at: await challengePhone(deps, { factor, challengeId: id, address, device }) };
  }
  const row = { id, factorId, seconds: deps.settings.challengeSeconds, address };
  if (factor.factor_type === "totp") return { ...reply, expires_at: await insertChallenge(deps.pool, row) };
  const { session: webauthnSession, webauthn } = await challengePasskey(relyingParty(deps.settings.publicUrl), {
    factor,
    others: await readFactors(deps.pool, user.user_id),
    email: user.email,
    name: factor.friendly_name ?? "",
  });
  return { ...reply, expires_at: await insertChallenge(deps.pool, { ...row, webauthnSession }), webauthn };
}

async function unenroll(deps: AuthDeps, session: LiveSession, factorId: string): Promise<{ id: string }> {
  const { user_id: userId, email } = session.user;
  const factor = await readFactor(deps.pool, userId, factorId);
  if (factor.status === "verified") requireMayChangeFactors(session, deps);
  await transaction(deps.pool, async (client) => {
    await client.query("select from auth.users where id = $1 for update", [userId]);
    await client.query("delete from auth.mfa_factors where id = $1", [factorId]);
    if (factor.status !== "verified") return;
    // Without a factor, no session outranks it and recovery codes stand in for nothing.
    const { rowCount: left } = await client.query(
      "select from auth.mfa_factors where user_id = $1 and status = 'verified'",
      [userId],
    );
    if (!left) {
      await client.query("update auth.sessions set aal = 'aal1' where user_id = $1 and revoked_at is null", [userId]);
      await client.query("delete from auth.mfa_recovery_sets where user_id = $1", [userId]);
    }
    await noteEvent(client, "auth.factor_remove", {
      actor: userId,
      after: { type: factor.factor_type, name: factor.friendly_name },
    });
    await deps.mailer.queueMail(client, {
      template: "mfa_changed",
      to: email,
      data: { change: "factor_removed", name: factor.friendly_name ?? "", at: deps.clock.now().toISOString() },
    });
  });
  return { id: factorId };
}
