// /factors/recovery-codes: ten single-use codes, shown once, for a lost second factor.

import { randomInt } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PoolClient } from "pg";
import { z } from "zod";
import { recoveryCodesRequestSchema, verifyRecoveryCodeSchema } from "#contract/auth.ts";
import { factorErrors } from "#contract/errors/factors.ts";
import { RECOVERY_CODES_NAME } from "#contract/made-texts.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import type { TemplateData } from "#server/platform/mail/templates/templates.ts";
import { type AuthAction, noteEvent } from "../audit.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { attempt } from "../limits/attempt.ts";
import { sessionAttempt } from "../limits/purses.ts";
import { digestOf } from "../links/one-time-tokens.ts";
import { requirePartialSession, requireSession } from "../sessions/authenticate.ts";
import { answerSignIn } from "../sessions/present-session.ts";
import type { LiveSession } from "../sessions/sessions.ts";
import { hasVerifiedFactor } from "../users.ts";
import { requireMayChangeFactors } from "./factors.ts";

const CODES = 10;
const CODE_LENGTH = 16;
/** No ambiguous characters; sixteen of these are 78 bits. */
const ALPHABET = "23456789abcdefghjkmnpqrstvwxyz";

/** A first factor and its codes are one change and one email. */
const JUST_ADDED = "10 minutes";

const setRow = z.object({ id: z.uuid(), friendly_name: z.string(), total: z.number(), remaining: z.number() });
const SET = `select s.id, s.friendly_name, count(c.*)::int as total, (count(c.*) filter (where c.used_at is null))::int as remaining
  from auth.mfa_recovery_sets s left join auth.mfa_recovery_codes c on c.set_id = s.id where s.user_id = $1 group by s.id`;

export function recoveryCodeRoutes(app: FastifyInstance, deps: AuthDeps): void {
  app.get("/factors/recovery-codes", async (request) => {
    const { user } = await requireSession(request, deps);
    const { rows } = await deps.pool.query(SET, [user.user_id]);
    if (rows.length === 0) throw new AuthError(factorErrors.mfa_factor_not_found());
    const { id, total, remaining } = setRow.parse(rows[0]);
    return { id, type: "recovery_code", total, remaining };
  });
  app.post("/factors/recovery-codes", async (request) => {
    const session = await requireSession(request, deps);
    requireMayHaveCodes(session, deps);
    const { friendly_name } = recoveryCodesRequestSchema.parse(request.body ?? undefined) ?? {};
    return makeCodes(deps, session, async (client, userId) => {
      const { rows } = await client.query(
        "insert into auth.mfa_recovery_sets (user_id, friendly_name) values ($1, $2) on conflict do nothing returning id",
        [userId, friendly_name || RECOVERY_CODES_NAME],
      );
      if (rows.length === 0) throw new AuthError(factorErrors.mfa_verified_factor_exists());
      return { isReported: await hasNewFactor(client, userId) };
    });
  });
  app.post("/factors/recovery-codes/regenerate", async (request) => {
    const session = await requireSession(request, deps);
    requireMayHaveCodes(session, deps);
    return makeCodes(deps, session, async (client, userId) => {
      const { rowCount } = await client.query(
        `with gone as (delete from auth.mfa_recovery_codes where set_id in (select id from auth.mfa_recovery_sets where user_id = $1))
         update auth.mfa_recovery_sets set updated_at = now() where user_id = $1`,
        [userId],
      );
      if (rowCount === 0) throw new AuthError(factorErrors.mfa_factor_not_found());
      return { isReported: false };
    });
  });
  app.post("/factors/recovery-codes/verify", async (request, reply) => useCode(request, reply, deps));
  app.delete("/factors/recovery-codes", async (request) => {
    const session = await requireSession(request, deps);
    requireMayHaveCodes(session, deps);
    return transaction(deps.pool, async (client) => {
      const { rows } = await client.query("delete from auth.mfa_recovery_sets where user_id = $1 returning id", [
        session.user.user_id,
      ]);
      if (rows.length === 0) throw new AuthError(factorErrors.mfa_factor_not_found());
      await report(client, deps, { session, action: "auth.recovery_codes_remove", change: "recovery_codes_removed" });
      return z.object({ id: z.uuid() }).parse(rows[0]);
    });
  });
}

function requireMayHaveCodes(session: LiveSession, deps: AuthDeps): void {
  if (!hasVerifiedFactor(session.user)) {
    throw new AuthError(factorErrors.mfa_recovery_codes_sole_factor());
  }
  requireMayChangeFactors(session, deps);
}

async function makeCodes(
  deps: AuthDeps,
  session: LiveSession,
  prepare: (client: PoolClient, userId: string) => Promise<{ isReported: boolean }>,
) {
  const userId = session.user.user_id;
  const codes = Array.from({ length: CODES }, newCode);
  return transaction(deps.pool, async (client) => {
    await client.query("select from auth.users where id = $1 for update", [userId]);
    const { isReported } = await prepare(client, userId);
    const { rows } = await client.query("select id, friendly_name from auth.mfa_recovery_sets where user_id = $1", [
      userId,
    ]);
    const { id, friendly_name } = z.object({ id: z.uuid(), friendly_name: z.string() }).parse(rows[0]);
    await client.query(
      "insert into auth.mfa_recovery_codes (set_id, code_hash) select $1, hash from unnest($2::bytea[]) hash",
      [id, codes.map(digestOf)],
    );
    if (isReported) await noteEvent(client, "auth.recovery_codes_make", { actor: userId });
    else await report(client, deps, { session, action: "auth.recovery_codes_make", change: "recovery_codes_made" });
    return { id, type: "recovery_code", friendly_name, total: codes.length, codes };
  });
}

/** The email about a factor added this recently stands for its first codes too. */
async function hasNewFactor(client: PoolClient, userId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from auth.mfa_factors where user_id = $1 and status = 'verified' and updated_at > now() - $2::interval`,
    [userId, JUST_ADDED],
  );
  return rowCount !== 0;
}

async function useCode(request: FastifyRequest, reply: FastifyReply, deps: AuthDeps) {
  const session = await requirePartialSession(request, deps);
  const { code } = verifyRecoveryCodeSchema.parse(request.body);
  const userId = session.user.user_id;
  const lifted = await attempt(request, deps, await sessionAttempt(request, deps, session), () =>
    transaction(deps.pool, async (client) => {
      await client.query("select from auth.users where id = $1 for update", [userId]);
      // One statement: of two concurrent uses of a code only one succeeds.
      const { rowCount } = await client.query(
        `update auth.mfa_recovery_codes c set used_at = now() from auth.mfa_recovery_sets s
         where s.id = c.set_id and s.user_id = $1 and c.code_hash = $2 and c.used_at is null`,
        [userId, digestOf(code.toLowerCase().replace(/[\s-]/g, ""))],
      );
      if (rowCount !== 1) return null;
      await report(client, deps, { session, action: "auth.recovery_code_use", change: "recovery_code_used" });
      return deps.sessions.strengthenIn(client, session.id, { method: "mfa/recovery_code", aal: "aal2" });
    }),
  );
  if (lifted === null) throw new AuthError(factorErrors.mfa_verification_failed());
  return answerSignIn(request, reply, deps, lifted);
}

async function report(
  client: PoolClient,
  deps: AuthDeps,
  {
    session,
    action,
    change,
  }: { session: LiveSession; action: AuthAction; change: TemplateData<"mfa_changed">["change"] },
): Promise<void> {
  await noteEvent(client, action, { actor: session.user.user_id });
  await deps.mailer.queueMail(client, {
    template: "mfa_changed",
    to: session.user.email,
    data: { change, name: "", at: deps.clock.now().toISOString() },
  });
}

const newCode = () => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
