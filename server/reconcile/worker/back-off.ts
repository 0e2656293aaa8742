import { backOff } from "#contract/back-off.ts";

/** A returning device is served within five minutes. */
const PAUSES = { firstMs: 1_000, longestMs: 300_000 };
/** ±20 %, so that fifty controllers behind one switch do not all call at once when it returns. */
const JITTER = 0.2;
/** Consecutive failures before a controller counts as offline and gets one probe at a time. */
export const BREAKER_AFTER = 5;

/** Pause in ms after `attempts` consecutive failures (1: the first). `random` in [0, 1). */
export function backOffMs(attempts: number, random: number): number {
  return jitteredMs(backOff(attempts, PAUSES), random);
}

export function jitteredMs(ms: number, random: number): number {
  return Math.round(ms * (1 - JITTER + 2 * JITTER * random));
}
