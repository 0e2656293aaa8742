// Asks a controller whether a stored PIN opens a door. Nothing moves, and the PIN goes nowhere else.
import type { FixProgress } from "#contract/functions/apply-fix.ts";
import { DRY_RUNS_PER_HOUR } from "#contract/limits.ts";
import { DeviceError } from "#drivers/errors.ts";
import type { AuthService } from "#server/auth/auth-service.ts";
import { reachSaved, withDoorController } from "#server/devices/reach-device.ts";
import { verifyPin } from "#server/devices/verify-pin.ts";
import { openPinHeldAt } from "#server/people/reveal-pin.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { type FixTarget, readDoorToken } from "./passages.store.ts";

const HOUR_SECONDS = 3600;

export interface DryRunDeps extends Deps {
  auth: Pick<AuthService, "limiter">;
}

type Answer = Pick<FixProgress, "tried" | "untried">;

/** Runs the dry run for a credential that is known to be the caller's. */
export async function dryRun(deps: DryRunDeps, call: CallerContext, target: FixTarget): Promise<Answer> {
  const doorToken = await readDoorToken(deps.pools.engine, target.placeId);
  if (doorToken === null) return { tried: null, untried: "unsupported" };
  const pin = await openPinHeldAt(deps, target);
  if (pin === null) return { tried: null, untried: "absent" };
  const consumed = await deps.auth.limiter.consume({
    key: `dry-run:${call.claims.sub}`,
    allowed: DRY_RUNS_PER_HOUR,
    windowSeconds: HOUR_SECONDS,
  });
  if (!consumed) return { tried: null, untried: "limited" };
  try {
    const reach = await reachSaved(deps, call, target.controllerId, "door");
    const verdict = await withDoorController(deps, reach, (device) => verifyPin(device, pin, doorToken));
    if (verdict === undefined) return { tried: null, untried: "unsupported" };
    const { granted, reason } = verdict;
    return { tried: { at: deps.clock.now().toISOString(), granted, reason }, untried: null };
  } catch (error) {
    // A question that the device could not answer is no failure of the save.
    if (error instanceof PortalError && error.cause instanceof DeviceError)
      return { tried: null, untried: "unreachable" };
    throw error;
  }
}
