// The purses that belong to one caller alone: of a device, a session, an account. Nobody else can use them up.

import type { FastifyRequest } from "fastify";
import { authErrors } from "#contract/errors/auth.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { awaitsSecondFactor } from "../sessions/assurance.ts";
import type { LiveSession } from "../sessions/sessions.ts";
import { deviceOf } from "./device-token.ts";
import type { Guess } from "./guess.ts";

/** Attempts of a browser that holds a device token of the account; null for any other. */
export function devicePurse(
  device: string | null,
  { settings }: Pick<AuthDeps, "settings">,
): Exclude<Guess["own"], undefined> {
  return device === null ? null : { key: `device:${device}`, allowed: settings.guesses.perDevice, only: false };
}

/**
 * What an attempt within a session pays from: the session itself once it has shown every factor, else what the device
 * has. A session of one who has only the password gets none of its own: such sessions can be opened at will.
 */
export async function sessionAttempt(request: FastifyRequest, deps: AuthDeps, session: LiveSession): Promise<Guess> {
  const account = session.user.user_id;
  const one = { account, userId: account };
  if (awaitsSecondFactor(session)) {
    return { ...one, own: devicePurse(await deviceOf(request, deps, { userId: account }), deps) };
  }
  return { ...one, own: { key: `session:${session.id}`, allowed: deps.settings.guesses.perSession, only: true } };
}

/** What is limited here is what a person may have written, so a right password is what pays. */
type Writing = "signIns" | "changes" | "refreshes";

/** Pays for a row that is kept. `holder`: the account, device or session that pays. Throws AuthError 429. */
export async function payWrite(deps: AuthDeps, what: Writing, holder: string): Promise<void> {
  const { windowSeconds, [what]: allowed } = deps.settings.writes;
  if (await deps.limiter.spend({ key: `${what}:${holder}`, allowed, windowSeconds })) return;
  throw new AuthError(authErrors.over_request_rate_limit(), { retryAfter: windowSeconds });
}
