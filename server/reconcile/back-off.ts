// How long to leave a failing controller or a refused object alone.

/** First pause; doubled with each failure. */
const FIRST_MS = 1_000;
/** Longest pause: a device that comes back is served within five minutes without anybody asking. */
const LONGEST_MS = 300_000;
/** ±20 %, so that fifty controllers behind one broken switch do not all call at once when it returns. */
const JITTER = 0.2;
/** Failures in a row after which a controller is called offline and one probe at a time is sent. */
export const BREAKER_AFTER = 5;

/** Pause in ms after `attempts` failures in a row (1 = the first). `random` is in [0, 1). */
export function backOffMs(attempts: number, random: number): number {
  const doubled = Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_MS);
  return Math.round(doubled * (1 - JITTER + 2 * JITTER * random));
}

/** A moment `ms` ahead, give or take 20 %, for scheduled work of many controllers. */
export function jitteredMs(ms: number, random: number): number {
  return Math.round(ms * (1 - JITTER + 2 * JITTER * random));
}
