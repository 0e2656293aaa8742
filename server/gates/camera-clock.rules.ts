// Estimates a camera's clock error from the age of its reads at arrival. Pure.
import { CAMERA_CLOCK_BEHIND_MS, PUSH_KEPT_DAYS } from "#contract/limits.ts";

export interface ReadAge {
  /** Epoch milliseconds by the camera's clock. */
  capturedAt: number;
  /** Age at arrival by the portal's clock. */
  ageMs: number;
}

const DAY_MS = 86_400_000;

/**
 * Tells whether the camera's clock has lost its time: no camera sends a read this old or one from tomorrow. Such a read is logged at the
 * portal's time, where people look for it.
 */
export const isClockLost = (ageMs: number): boolean => ageMs > PUSH_KEPT_DAYS * DAY_MS || ageMs < -DAY_MS;

/** Number of consecutive, equally old reads of different cars that show a slow clock. */
const NEEDED = 3;
const APART_MS = 10_000;
const ALIKE_MS = 3_000;
const LOOKED_AT = 8;

/** Returns the last ages that the estimate looks at, the newest last. */
export const recentAges = (ages: readonly ReadAge[], newest: ReadAge): ReadAge[] => [...ages, newest].slice(-LOOKED_AT);

/**
 * Returns the device's clock minus the portal's; null when the reads do not tell. The newest read decides alone if it is young, from the
 * future, or older than a camera keeps any. Other old reads may have waited in a camera without connection: then later cars have younger
 * reads, while a slow clock makes all equally old.
 */
export function cameraSkewMs(ages: readonly ReadAge[]): number | null {
  const isOld = ({ ageMs }: ReadAge) => ageMs >= CAMERA_CLOCK_BEHIND_MS;
  const newest = ages.at(-1);
  if (newest === undefined) return null;
  if (!isOld(newest) || isClockLost(newest.ageMs)) return -newest.ageMs;
  const old = ages.slice(ages.findLastIndex((one) => !isOld(one)) + 1);
  const youngest = Math.min(...old.map(({ ageMs }) => ageMs));
  const alike = old.filter(({ ageMs }) => ageMs - youngest <= ALIKE_MS).map(({ capturedAt }) => capturedAt);
  let apart = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const at of alike.toSorted((one, other) => one - other)) {
    if (at - last < APART_MS) continue;
    apart += 1;
    last = at;
  }
  return apart >= NEEDED ? -youngest : null;
}
