// How a post is signed, what its answer means and when it is tried again. Pure.
import { createHmac } from "node:crypto";
import { ALERT_SIGNATURE_HEADER } from "#contract/alerts.ts";
import { backOff } from "#contract/back-off.ts";

/** The header that proves who posted what, and when: a receiver refuses an old one, so a recorded post cannot be played again. */
export function signatureOf(secret: string, at: Date, body: string): { name: string; value: string } {
  const t = Math.floor(at.getTime() / 1000);
  const v1 = createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
  return { name: ALERT_SIGNATURE_HEADER, value: `t=${t},v1=${v1}` };
}

const PAUSES = { firstMs: 5_000, longestMs: 60 * 60_000 };
/** Up to this share longer, so that many posts that failed together do not come back together. */
const JITTER_SHARE = 0.2;

/** After the `attempts`th try failed. A receiver that says when it wants to be asked again is believed up to an hour. */
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

/** 2xx took it; 410 says that nobody will ever be there again; all else may be another in an hour, a redirect too: none is followed. */
export function meaningOf(status: number): "taken" | "gone" | "again" {
  if (status >= 200 && status < 300) return "taken";
  return status === 410 ? "gone" : "again";
}
