import type { FastifyRequest } from "fastify";
import type { PoolClient } from "pg";
import type { UpdateUser } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { USER_DATA_MAX_BYTES } from "#contract/limits.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { setPassword as storePassword } from "../administration.store.ts";
import { requireEmail } from "../administration.ts";
import { recordEvent } from "../audit.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { consumeAttempt } from "../limits/attempt.ts";
import { sessionAttempt } from "../limits/quotas.ts";
import { requireMailAllowance } from "../links/mail-allowance.ts";
import { requireChallenge } from "../links/one-time-tokens.ts";
import { pageAddress } from "../links/redirects.rules.ts";
import { passwordChangedMail } from "../mails.ts";
import { personalWords } from "../passwords/personal-words.ts";
import { requireAcceptablePassword } from "../passwords/strength.ts";
import { lockLiveSession } from "../sessions/sessions.store.ts";
import type { LiveSession } from "../sessions/sessions.ts";
import { requireSecondFactor } from "../sessions/step-up.ts";
import { requireReAuthentication } from "../sign-in/re-authenticate.ts";
import { lockUser, mergeUserData, readPasswordHash, recordRequestedEmail } from "../users.store.ts";

export interface UserChange {
  request: FastifyRequest;
  deps: AuthDeps;
  session: LiveSession;
  change: UpdateUser;
  redirectTo: string | undefined;
}

/** Changes the account: all of the change or nothing. Throws AuthError before anything is written. */
export async function changeUser({ request, deps, session, change, redirectTo }: UserChange): Promise<void> {
  const { user } = session;
  const { password, data } = change;
  const email = change.email === undefined ? undefined : requireEmail(change.email);
  const newEmail = email !== undefined && email !== user.email ? email : undefined;
  if (data !== undefined && Buffer.byteLength(JSON.stringify(data)) > USER_DATA_MAX_BYTES) {
    throw new AuthError(authErrors.user_data_too_large());
  }
  if (password !== undefined || newEmail !== undefined) {
    requireSecondFactor(session);
    // A mailed password must not change the address.
    if (newEmail !== undefined && user.must_change_password && password === undefined) {
      throw new AuthError(authErrors.temporary_password());
    }
    // Checked before re-authentication: a weak password must not use up mailed digits.
    if (password !== undefined) {
      await requireAcceptablePassword(password, await personalWords(deps.pool, user.user_id));
    }
    await requireReAuthentication({ request, deps, session }, change);
  }
  const codeChallenge = newEmail === undefined || !change.code_challenge ? null : requireChallenge(change);
  // A comparison with the present password reveals whether the new one equals it, so the change counts as an attempt until it
  // succeeds.
  const consumed =
    password === undefined ? null : await consumeAttempt(request, deps, await sessionAttempt(request, deps, session));
  const hash = password === undefined ? null : await newHash(deps, session, password);
  if (newEmail !== undefined) await requireMailAllowance(request, deps, newEmail);
  await transaction(deps.pool, async (client) => {
    await requireStillLive(client, session);
    if (hash !== null) await setPassword(client, deps, { session, hash });
    if (data !== undefined && (await mergeUserData(client, user.user_id, data))) {
      await recordEvent(client, "auth.data_change", { actor: user.user_id, after: { keys: Object.keys(data) } });
    }
    if (newEmail !== undefined) {
      await recordRequestedEmail(client, user.user_id, newEmail);
      await deps.links.add(client, {
        kind: "email_change",
        email: newEmail,
        userId: user.user_id,
        codeChallenge,
        redirectTo: pageAddress(deps.settings.publicUrl, redirectTo),
      });
      await recordEvent(client, "auth.email_change_requested", { actor: user.user_id, after: { email: newEmail } });
    }
  });
  await consumed?.refund();
  if (hash !== null) deps.mailer.wake();
  if (newEmail !== undefined) deps.links.work();
}

/** Hashes the new password. Throws when it is the current one: a temporary password must not become permanent. */
async function newHash(deps: AuthDeps, { user }: LiveSession, password: string): Promise<string> {
  const present = await readPasswordHash(deps.pool, user.user_id);
  if (present !== null && (await deps.passwords.matches(password, present, { first: true }))) {
    throw new AuthError(authErrors.same_password());
  }
  return deps.passwords.hash(password, { first: true });
}

/** Locks account, then session (the lock order of every change), and throws when either has ended. */
async function requireStillLive(client: PoolClient, session: LiveSession): Promise<void> {
  await lockUser(client, session.user.user_id);
  if (!(await lockLiveSession(client, session.id))) throw new AuthError(authErrors.session_not_found());
}

async function setPassword(
  client: PoolClient,
  deps: AuthDeps,
  { session, hash }: { session: LiveSession; hash: string },
): Promise<void> {
  const { user_id: userId, email } = session.user;
  await storePassword(client, { userId, hash, mustChange: false, keepSession: session.id });
  await recordEvent(client, "auth.password_change", { actor: userId });
  await deps.mailer.queueMail(client, {
    template: passwordChangedMail,
    to: email,
    data: { at: deps.clock.now().toISOString() },
  });
}
