// How recently a person re-authenticated. One function decides it for every act; its SQL twin is private.is_fresh_step_up
// (database/auth/step-up.function.sql), and one table of cases holds both (tests/integration/auth/step-up.test.ts).
import type { AmrEntry } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { AuthError } from "../errors.ts";
import { hasVerifiedFactor } from "../users.ts";
import type { LiveSession } from "./sessions.ts";

/** Methods of `amr` that are a second factor (server/auth/factors/verify-factor.ts, recovery-codes.ts). */
const isSecondFactor = (method: string) => method === "totp" || method.startsWith("mfa/");

export interface StepUpLimits {
  /** Whether the account has a second factor: then nothing else counts. */
  hasFactor: boolean;
  now: Date;
  seconds: number;
}

/** Whether the person re-authenticated at most `seconds` ago: with the second factor where the account has one. */
export function isFreshStepUp(amr: readonly AmrEntry[], { hasFactor, now, seconds }: StepUpLimits): boolean {
  const since = now.getTime() / 1000 - seconds;
  return amr.some((entry) => entry.timestamp >= since && (!hasFactor || isSecondFactor(entry.method)));
}

/** `isFreshStepUp` of a session that was read with its account. */
export function hasFreshStepUp(session: LiveSession, limits: Pick<StepUpLimits, "now" | "seconds">): boolean {
  return isFreshStepUp(session.amr, { ...limits, hasFactor: hasVerifiedFactor(session.user) });
}

/** Throws AuthError 403 when the account has a second factor that this session has not shown. */
export function requireSecondFactor(session: LiveSession): void {
  if (hasVerifiedFactor(session.user) && session.aal === "aal1") throw new AuthError(authErrors.insufficient_aal());
}

/** Throws AuthError 400 `reauthentication_needed` when the step-up is older than `seconds`. */
export function requireFreshStepUp(session: LiveSession, limits: Pick<StepUpLimits, "now" | "seconds">): void {
  if (!hasFreshStepUp(session, limits)) throw new AuthError(authErrors.reauthentication_needed());
}
