import type { FastifyRequest } from "fastify";
import { authErrors } from "#contract/errors/auth.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { awaitsSecondFactor } from "../sessions/assurance.ts";
import type { LiveSession } from "../sessions/sessions.ts";
import type { Attempt } from "./attempt.ts";
import { deviceOf } from "./device-token.ts";

/** Null without a device token of the account. */
export function devicePurse(
  device: string | null,
  { settings }: Pick<AuthDeps, "settings">,
): Exclude<Attempt["own"], undefined> {
  return device === null ? null : { key: `device:${device}`, allowed: settings.attempts.perDevice, only: false };
}

/** A session charges itself once fully authenticated, else the device: password-only sessions can be opened at will. */
export async function sessionAttempt(request: FastifyRequest, deps: AuthDeps, session: LiveSession): Promise<Attempt> {
  const account = session.user.user_id;
  const one = { account, userId: account };
  if (awaitsSecondFactor(session)) {
    return { ...one, own: devicePurse(await deviceOf(request, deps, { userId: account }), deps) };
  }
  return { ...one, own: { key: `session:${session.id}`, allowed: deps.settings.attempts.perSession, only: true } };
}

/** Limits stored rows, so right passwords pay too. */
type Writing = "signIns" | "changes" | "refreshes";

/** Charges a stored row to `source`: an account, device or session. Throws AuthError 429. */
export async function payWrite(deps: AuthDeps, what: Writing, source: string): Promise<void> {
  const { windowSeconds, [what]: allowed } = deps.settings.writes;
  if (await deps.limiter.spend({ key: `${what}:${source}`, allowed, windowSeconds })) return;
  throw new AuthError(authErrors.over_request_rate_limit(), { retryAfter: windowSeconds });
}
