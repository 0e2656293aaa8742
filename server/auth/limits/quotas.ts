import type { FastifyRequest } from "fastify";
import { authErrors } from "#contract/errors/auth.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { awaitsSecondFactor } from "../sessions/assurance.ts";
import type { LiveSession } from "../sessions/sessions.ts";
import type { Attempt } from "./attempt.ts";
import { deviceOf } from "./device-token.ts";

/** Returns the device's own quota; null without a device token of the account. */
export function deviceQuota(
  device: string | null,
  { settings }: Pick<AuthDeps, "settings">,
): Exclude<Attempt["own"], undefined> {
  return device === null ? null : { key: `device:${device}`, allowed: settings.attempts.perDevice, only: false };
}

/**
 * Charges an attempt to a fully authenticated session itself, otherwise to the device: anybody with the password can open sessions at will.
 */
export async function sessionAttempt(request: FastifyRequest, deps: AuthDeps, session: LiveSession): Promise<Attempt> {
  const account = session.user.user_id;
  const one = { account, userId: account };
  if (awaitsSecondFactor(session)) {
    return { ...one, own: deviceQuota(await deviceOf(request, deps, { userId: account }), deps) };
  }
  return { ...one, own: { key: `session:${session.id}`, allowed: deps.settings.attempts.perSession, only: true } };
}

/** Charges a change, which stores a row, to its account. Throws AuthError 429. */
export async function consumeChange(deps: AuthDeps, account: string): Promise<void> {
  const { windowSeconds, changes: allowed } = deps.settings.writes;
  if (await deps.limiter.consume({ key: `changes:${account}`, allowed, windowSeconds })) return;
  throw new AuthError(authErrors.over_request_rate_limit(), { retryAfter: windowSeconds });
}

/**
 * Charges a right sign-in to the account, whatever its number of devices, since nobody deletes the row it leaves. A known device first uses
 * its part of a reserve, so that a thief of the password cannot keep the owner out. Throws AuthError 429.
 */
export async function consumeSignIn(
  deps: AuthDeps,
  { account, device }: { account: string; device: string | null },
): Promise<void> {
  const { windowSeconds, signIns, signInsPerDevice } = deps.settings.writes;
  const consume = (key: string, allowed: number) => deps.limiter.consume({ key, allowed, windowSeconds });
  const allowed =
    (device !== null &&
      (await consume(`signIns:device:${device}`, signInsPerDevice)) &&
      (await consume(`signIns:devices:${account}`, signIns))) ||
    (await consume(`signIns:${account}`, signIns));
  if (!allowed) throw new AuthError(authErrors.over_request_rate_limit(), { retryAfter: windowSeconds });
}
