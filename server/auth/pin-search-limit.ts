// Searching all two-digit texts would reveal all listed PINs, so each account has a quota of searches, smaller for shorter texts.
import { peopleErrors } from "#contract/errors/people.ts";
import { PIN_SEARCHES } from "#contract/limits.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { AttemptLimiter } from "./limits/limits.ts";

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Consumes a search of the quota, over all servers. The same digits (a next page) are free for an hour. Throws PortalError 429. */
export async function consumePinSearch(
  { limiter, keys }: { limiter: Pick<AttemptLimiter, "consume" | "isConsumed">; keys: Pick<KeyRing, "searchGrams"> },
  userId: string,
  digits: string,
): Promise<void> {
  const [, allowed] = PIN_SEARCHES.find(([least]) => digits.length >= least) ?? [0, { hour: 0, day: 0 }];
  const quota = `pin-search:${userId}:${allowed.hour}`;
  // Hashed with a key: the table of limits must not hold a PIN.
  const asked = { key: `pin-search:${userId}/${keys.searchGrams(digits, userId)[0]}`, windowSeconds: HOUR_SECONDS };
  if (await limiter.isConsumed(asked)) return;
  const consumed =
    (await limiter.consume({ key: quota, allowed: allowed.hour, windowSeconds: HOUR_SECONDS })) &&
    (await limiter.consume({ key: `${quota}:day`, allowed: allowed.day, windowSeconds: DAY_SECONDS }));
  if (!consumed) throw new PortalError(peopleErrors.pin_searches_used_up());
  await limiter.consume({ ...asked, allowed: 1 });
}
