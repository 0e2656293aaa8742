// How far a camera's clock is off, by how old its reads are when they arrive. Pure.
import { CAMERA_CLOCK_BEHIND_MS, PUSH_KEPT_DAYS } from "#contract/limits.ts";

export interface ReadAge {
  /** Epoch milliseconds, by the camera's clock. */
  capturedAt: number;
  /** At its arrival, by ours. */
  ageMs: number;
}

const DAY_MS = 86_400_000;

/**
 * No camera sends a read for so long, and none knows tomorrow's: its clock has lost its time, and the read is logged at the
 * portal's, where somebody looks for it.
 */
export const isClockLost = (ageMs: number): boolean => ageMs > PUSH_KEPT_DAYS * DAY_MS || ageMs < -DAY_MS;

/** Old reads after one another that make a clock slow, of cars so far apart and equally old. */
const NEEDED = 3;
const APART_MS = 10_000;
const ALIKE_MS = 3_000;
const LOOKED_AT = 8;

export const recentAges = (ages: readonly ReadAge[], newest: ReadAge): ReadAge[] => [...ages, newest].slice(-LOOKED_AT);

/**
 * Device clock minus ours; null: the reads do not say. The newest says it alone if it is young, from the future, or older than a camera keeps any. Old ones
 * may have been kept by the camera while it had no connection: then the later a car was read, the younger its read is,
 * where a slow clock makes all of them equally old.
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
