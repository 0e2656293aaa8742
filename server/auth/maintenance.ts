import type { Logger } from "pino";
import type { AuthDeps } from "./deps.ts";

/** A key made by another server signs at once; its tokens may be refused here this long. */
const KEYS_EVERY_MS = 15_000;
const CLEAR_EVERY_ROUNDS = 40;

const CLEAR = [
  "delete from auth.rate_limits where expires_at < now()",
  // Ended sessions are kept a week, so that their refresh tokens still count as reused.
  "delete from auth.sessions where not_after < now() - interval '7 days' or revoked_at < now() - interval '7 days'",
  "delete from auth.one_time_tokens where expires_at < now() - interval '1 day'",
  // Such an old request's link would expire before it is mailed.
  "delete from auth.link_requests where created_at < now() - interval '1 hour'",
  "delete from auth.oidc_flows where expires_at < now()",
  "delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'",
  "delete from auth.mfa_challenges where expires_at < now() - interval '1 day'",
];

/** Runs until `signal` aborts; a failed round is logged and retried. */
export async function maintainAuth(
  deps: AuthDeps,
  { log, signal }: { log: Pick<Logger, "warn">; signal: AbortSignal },
): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1) {
    try {
      await deps.clock.wait(KEYS_EVERY_MS, signal);
      await deps.keys.reload();
      // Left by a stopped server or a database outage.
      deps.links.work();
      if (round % CLEAR_EVERY_ROUNDS === 0) for (const statement of CLEAR) await deps.pool.query(statement);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, "auth maintenance failed");
    }
  }
}
