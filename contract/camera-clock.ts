import { CAMERA_CLOCK_AHEAD_MS, CAMERA_CLOCK_BEHIND_MS } from "./limits.ts";

/** The camera lets in nobody, or hardly anybody. `skewMs`: its clock minus ours. */
export const isCameraClockWrong = (skewMs: number): boolean =>
  skewMs <= -CAMERA_CLOCK_BEHIND_MS || skewMs > CAMERA_CLOCK_AHEAD_MS;
