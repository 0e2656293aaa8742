// Setting DOOR_STEP_UP: people who open a door or gate from the portal first confirm their sign-in.
import { requireStepUp } from "#server/auth/step-up.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";

export type DoorStepUpDeps = Pick<Deps, "config" | "pools">;

/** Throws PortalError 403 `reauthentication_needed` where the setting names the caller's role. */
export async function requireDoorStepUp(deps: DoorStepUpDeps, { asCaller, claims }: CallerContext): Promise<void> {
  const { role } = await asCaller(async (_client, caller) => caller);
  if (deps.config.doorStepUp.includes(role)) await requireStepUp(deps, claims);
}
