// How recently a person was proved. Who finds an unlocked computer must not take the account over.
import type { AmrEntry } from "#contract/auth.ts";
import { authErrors } from "./errors.ts";
import type { LiveSession } from "./sessions.ts";
import { hasVerifiedFactor } from "./users.ts";

/** Whether any proof of the session (`amr`: password, second factor, link) is at most `seconds` old. */
export function hasRecentProof(amr: readonly AmrEntry[], { now, seconds }: { now: Date; seconds: number }): boolean {
  const since = now.getTime() / 1000 - seconds;
  return amr.some((entry) => entry.timestamp >= since);
}

/** Throws AuthError 403 when the account has a second factor that this session has not shown. */
export function requireSecondFactor(session: LiveSession): void {
  if (hasVerifiedFactor(session.user) && session.aal === "aal1") throw authErrors.insufficientAal();
}

/** Throws AuthError 400 `reauthentication_needed` when the proof is older than `seconds`. */
export function requireRecentProof(session: LiveSession, limits: { now: Date; seconds: number }): void {
  if (!hasRecentProof(session.amr, limits)) throw authErrors.reauthenticationNeeded();
}
