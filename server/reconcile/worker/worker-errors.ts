// Reasons why a named call did not reach its device. Errors of devices are in device-errors.
import type { Refusal } from "#contract/errors/define-errors.ts";
import type { FailedOperation } from "#contract/errors/failed-operations.ts";
import { reconcileErrors } from "#contract/errors/reconcile.ts";
import { deviceFailure } from "#server/devices/device-errors.ts";
import { controllerNotFound } from "#server/devices/reach-device.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { LeaseLostError } from "./worker-context.ts";

/** Thrown when another worker has the controller and did not finish in time, or took it over. */
export class WorkerBusyError extends Error {
  override name = "WorkerBusyError";
}

export class ControllerGoneError extends Error {
  override name = "ControllerGoneError";
  constructor(options?: ErrorOptions) {
    super("the controller does not exist any more", options);
  }
}

export class SyncPausedError extends Error {
  override name = "SyncPausedError";
}

/** Returns the answer to a named call that failed. An error of another kind is returned unchanged. */
export function workerFailure(error: unknown, action?: FailedOperation): unknown {
  if (error instanceof ControllerGoneError) return controllerNotFound();
  if (error instanceof SyncPausedError) return refused(reconcileErrors.sync_paused(), { action, cause: error });
  // Another worker took over during the work.
  if (error instanceof WorkerBusyError || error instanceof LeaseLostError)
    return refused(reconcileErrors.controller_busy(), { action, cause: error });
  return deviceFailure(error, action);
}

function refused(
  refusal: Refusal,
  { action, cause }: { action: FailedOperation | undefined; cause: Error },
): PortalError {
  const known = new PortalError(refusal, { cause });
  return action === undefined ? known : known.during(action);
}
