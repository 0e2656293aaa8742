// Why a named call of a lane did not come to its device, in Swedish; a device's own errors go on to device-errors.

import { deviceFailure } from "#server/devices/device-errors.ts";
import { controllerNotFound } from "#server/devices/reach-device.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { ControllerGoneError, LaneBusyError, LanesPausedError } from "./engine.ts";

/** `prefix`: the specification's text for the act that failed. */
export function laneFailure(error: unknown, prefix?: string): unknown {
  if (error instanceof ControllerGoneError) return controllerNotFound();
  const sentence =
    error instanceof LanesPausedError
      ? "Synkningen är pausad för alla styrenheter. Inget har skickats. Återuppta den under Synkstatus."
      : error instanceof LaneBusyError
        ? "Styrenheten är upptagen med andra ändringar. Inget har gått förlorat. Försök igen om en stund."
        : null;
  if (sentence === null) return deviceFailure(error, prefix);
  return new PortalError(409, "conflict", prefix === undefined ? sentence : `${prefix}: ${sentence}`, { cause: error });
}
