// How long to leave a failing controller or a refused object alone.
import { backOff } from "#contract/back-off.ts";

/** A device that comes back is served within five minutes without anybody asking. */
const PAUSES = { firstMs: 1_000, longestMs: 300_000 };
/** ±20 %, so that fifty controllers behind one broken switch do not all call at once when it returns. */
const JITTER = 0.2;
/** Failures in a row after which a controller is called offline and one probe at a time is sent. */
export const BREAKER_AFTER = 5;

/** Pause in ms after `attempts` failures in a row (1 = the first). `random` is in [0, 1). */
export function backOffMs(attempts: number, random: number): number {
  return jitteredMs(backOff(attempts, PAUSES), random);
}

/** A moment `ms` ahead, give or take 20 %, for scheduled work of many controllers. */
export function jitteredMs(ms: number, random: number): number {
  return Math.round(ms * (1 - JITTER + 2 * JITTER * random));
}
