// Decides when the night's back-up is due. Pure.
import { inStockholm } from "#contract/stockholm.ts";

const HOUR_MS = 3_600_000;
/** A full disk is seldom freed within the minute. */
const RETRY_MS = HOUR_MS;

/** Returns the newest night's moment that is not after `now`. `at`: a time of day in Stockholm, such as 02:30. */
export function latestNight(now: Date, at: string): Date {
  const today = nightOf(now, at, 0);
  return today <= now ? today : nightOf(now, at, -1);
}

/** Returns the next time that a clock in Stockholm shows `at` (hh:mm), after `now`. */
export function nextNight(now: Date, at: string): Date {
  const today = nightOf(now, at, 0);
  return today > now ? today : nightOf(now, at, 1);
}

/** A time that the clock skips in March counts an hour later; a time that occurs twice in October counts once. */
function nightOf(now: Date, at: string, days: number): Date {
  const local = inStockholm(now);
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  local.setDate(local.getDate() + days);
  local.setHours(hours, minutes, 0, 0);
  return new Date(local.getTime());
}

export interface NightlyFacts {
  /** Before this time there was nothing to back up. */
  installedAt: Date;
  /** Times at which the newest whole back-up and the newest failed one were begun. */
  lastMade: Date | null;
  lastFailed: Date | null;
}

/** Tells whether a nightly back-up is missing: also after nights when no server ran, and again an hour after a failure. */
export function isNightlyDue(
  now: Date,
  at: string | null,
  { installedAt, lastMade, lastFailed }: NightlyFacts,
): boolean {
  if (at === null) return false;
  const night = latestNight(now, at);
  if (installedAt >= night || (lastMade !== null && lastMade >= night)) return false;
  return lastFailed === null || lastFailed > now || now.getTime() - lastFailed.getTime() >= RETRY_MS;
}
