// What the authentication service does by itself: learns of other servers' keys, and clears what has ended.
import type { Logger } from "pino";
import type { AuthDeps } from "./deps.ts";

/** A key made by another server signs tokens at once, so this is how long those may be refused here. */
const KEYS_EVERY_MS = 15_000;
const CLEAR_EVERY_ROUNDS = 40;

const CLEAR = [
  "delete from auth.rate_limits where expires_at < now()",
  // An ended session is kept for a week, so that its refresh tokens are still recognised as reused.
  "delete from auth.sessions where not_after < now() - interval '7 days' or revoked_at < now() - interval '7 days'",
  "delete from auth.one_time_tokens where expires_at < now() - interval '1 day'",
  // A link asked for so long ago would have ended before it is mailed.
  "delete from auth.link_requests where created_at < now() - interval '1 hour'",
  "delete from auth.oidc_flows where expires_at < now()",
  "delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'",
  "delete from auth.mfa_challenges where expires_at < now() - interval '1 day'",
];

/** Runs until `signal` aborts; a round that fails is logged and the next one tries again. */
export async function maintainAuth(
  deps: AuthDeps,
  { log, signal }: { log: Pick<Logger, "warn">; signal: AbortSignal },
): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1) {
    try {
      await deps.clock.wait(KEYS_EVERY_MS, signal);
      await deps.keys.reload();
      // What a server that ended, or a database that was away, left behind.
      deps.links.work();
      if (round % CLEAR_EVERY_ROUNDS === 0) for (const statement of CLEAR) await deps.pool.query(statement);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, "auth maintenance failed");
    }
  }
}
