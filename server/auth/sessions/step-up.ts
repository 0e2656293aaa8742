// Checks that a session may make the strongest changes of an account. database/auth/step-up.function.sql decides how long a step-up is
// fresh.
import { authErrors } from "#contract/errors/auth.ts";
import { AuthError } from "../errors.ts";
import { hasVerifiedFactor } from "../users.ts";
import type { LiveSession } from "./sessions.ts";

/** Throws AuthError 403 when a second factor is outstanding. */
export function requireSecondFactor(session: LiveSession): void {
  if (hasVerifiedFactor(session.user) && session.aal === "aal1") throw new AuthError(authErrors.insufficient_aal());
}

/** Throws AuthError 400 `reauthentication_needed`. */
export function requireFreshStepUp({ hasFreshStepUp }: LiveSession): void {
  if (!hasFreshStepUp) throw new AuthError(authErrors.reauthentication_needed());
}
