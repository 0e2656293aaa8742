import { createHmac } from "node:crypto";
import { ALERT_SIGNATURE_HEADER } from "#contract/alerts.ts";
import { backOff } from "#contract/back-off.ts";

/** Signs a post, which authenticates sender and time; receivers refuse old ones, so a recorded post cannot be replayed. */
export function signatureOf(secret: string, at: Date, body: string): { name: string; value: string } {
  const t = Math.floor(at.getTime() / 1000);
  const v1 = createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
  return { name: ALERT_SIGNATURE_HEADER, value: `t=${t},v1=${v1}` };
}

const PAUSES = { firstMs: 5_000, longestMs: 60 * 60_000 };
/** Pauses are longer by up to this share, so that posts that failed together do not return together. */
const JITTER_SHARE = 0.2;

/** Returns the pause after the `attempts`th failure; honours the receiver's Retry-After up to an hour. */
export function pauseAfter(
  attempts: number,
  { retryAfterMs, random }: { retryAfterMs: number | null; random: number },
): number {
  const own = backOff(attempts, PAUSES);
  return Math.min(
    Math.max(own * (1 + JITTER_SHARE * random), retryAfterMs ?? 0),
    PAUSES.longestMs * (1 + JITTER_SHARE),
  );
}

/** Returns the meaning: 2xx took it, 410 is permanent; anything else, redirects included, may differ in an hour. */
export function meaningOf(status: number): "taken" | "gone" | "again" {
  if (status >= 200 && status < 300) return "taken";
  return status === 410 ? "gone" : "again";
}
