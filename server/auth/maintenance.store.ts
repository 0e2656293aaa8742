import type { Pool } from "pg";

const EXPIRED = [
  "delete from auth.rate_limits where expires_at < now()",
  // Ended sessions are kept a week, so that a refresh token used after its session's end still counts as reused.
  "delete from auth.sessions where not_after < now() - interval '7 days' or revoked_at < now() - interval '7 days'",
  "delete from auth.one_time_tokens where expires_at < now() - interval '1 day'",
  // The link of such an old request would expire before it is mailed.
  "delete from auth.link_requests where created_at < now() - interval '1 hour'",
  "delete from auth.oidc_flows where expires_at < now()",
  "delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'",
  "delete from auth.mfa_challenges where expires_at < now() - interval '1 day'",
];

/** Deletes what is over of every kind, each in a transaction of its own. */
export async function deleteExpired(db: Pool): Promise<void> {
  for (const statement of EXPIRED) await db.query(statement);
}
