// Operations on the installation's secrets require a recent step-up, against unlocked computers.
import { platformErrors } from "#contract/errors/platform.ts";
import type { SessionClaims } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { AuthService } from "./auth-service.ts";
import { isFreshStepUp } from "./sessions/step-up.ts";
import { readStepUp } from "./step-up.store.ts";

export interface StepUpDeps extends Pick<Deps, "pools" | "clock"> {
  auth: Pick<AuthService, "settings">;
}

/** Throws PortalError 403 `reauthentication_needed`. */
export async function requireStepUp(deps: StepUpDeps, claims: SessionClaims): Promise<void> {
  const { amr, hasFactor } = await readStepUp(deps.pools.engine, claims);
  const limits = { hasFactor, now: deps.clock.now(), seconds: deps.auth.settings.stepUpSeconds };
  if (isFreshStepUp(amr, limits)) return;
  throw new PortalError(hasFactor ? platformErrors.step_up_by_second_factor() : platformErrors.step_up_by_password());
}
