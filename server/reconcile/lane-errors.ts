// Why a named call did not reach its device; device errors go to device-errors.
import type { Refusal } from "#contract/errors/define-errors.ts";
import type { FailedAct } from "#contract/errors/failed-acts.ts";
import { reconcileErrors } from "#contract/errors/reconcile.ts";
import { deviceFailure } from "#server/devices/device-errors.ts";
import { controllerNotFound } from "#server/devices/reach-device.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { ControllerGoneError, LaneBusyError, LanesPausedError } from "./engine.ts";

export function laneFailure(error: unknown, act?: FailedAct): unknown {
  if (error instanceof ControllerGoneError) return controllerNotFound();
  if (error instanceof LanesPausedError) return refused(reconcileErrors.sync_paused(), { act, cause: error });
  if (error instanceof LaneBusyError) return refused(reconcileErrors.controller_busy(), { act, cause: error });
  return deviceFailure(error, act);
}

function refused(refusal: Refusal, { act, cause }: { act: FailedAct | undefined; cause: Error }): PortalError {
  const known = new PortalError(refusal, { cause });
  return act === undefined ? known : known.during(act);
}
