// Operations on the installation's secrets require a recent step-up, against unlocked computers.

import { z } from "zod";
import { amrEntrySchema } from "#contract/auth.ts";
import { platformErrors } from "#contract/errors/platform.ts";
import type { SessionClaims } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { AuthService } from "./auth-service.ts";
import { isFreshStepUp } from "./sessions/step-up.ts";

const stepUpRow = z.object({ amr: z.array(amrEntrySchema), has_factor: z.boolean() });

export interface StepUpDeps extends Pick<Deps, "pools" | "clock"> {
  auth: Pick<AuthService, "settings">;
}

/** Throws PortalError 403 `reauthentication_needed`. */
export async function requireStepUp(deps: StepUpDeps, claims: SessionClaims): Promise<void> {
  const { rows } = await deps.pools.engine.query("select amr, has_factor from private.session_proof($1, $2)", [
    claims.session_id,
    claims.sub,
  ]);
  const { amr, has_factor: hasFactor } =
    rows[0] === undefined ? { amr: [], has_factor: false } : stepUpRow.parse(rows[0]);
  const limits = { hasFactor, now: deps.clock.now(), seconds: deps.auth.settings.stepUpSeconds };
  if (isFreshStepUp(amr, limits)) return;
  throw new PortalError(hasFactor ? platformErrors.step_up_by_second_factor() : platformErrors.step_up_by_password());
}
