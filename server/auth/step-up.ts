// Operations on the installation's secrets require a recent step-up, because somebody else may sit at an unlocked computer.
import { platformErrors } from "#contract/errors/platform.ts";
import type { SessionClaims } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { readStepUp } from "./step-up.store.ts";

/** Throws PortalError 403 `reauthentication_needed`. */
export async function requireStepUp({ pools }: Pick<Deps, "pools">, claims: SessionClaims): Promise<void> {
  const { isFresh, hasFactor } = await readStepUp(pools.engine, claims);
  if (isFresh) return;
  throw new PortalError(hasFactor ? platformErrors.step_up_by_second_factor() : platformErrors.step_up_by_password());
}
