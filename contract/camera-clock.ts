import { CAMERA_CLOCK_AHEAD_MS, CAMERA_CLOCK_BEHIND_MS } from "./limits.ts";

/**
 * Tells whether the clock is so wrong that the gate opens for nobody, or hardly anybody. `skewMs`: the camera's clock minus the portal's.
 */
export const isCameraClockWrong = (skewMs: number): boolean =>
  skewMs <= -CAMERA_CLOCK_BEHIND_MS || skewMs > CAMERA_CLOCK_AHEAD_MS;
