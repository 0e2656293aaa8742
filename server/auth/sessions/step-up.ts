// What the strongest changes of an account ask of its session. When a step-up is fresh: database/auth/step-up.function.sql.
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
