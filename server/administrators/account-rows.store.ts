// Reads and writes accounts of administrators in schema auth, as the auth service's own role.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { readRows } from "#server/platform/database/read-each.ts";

/** Inserts an ended session, which makes the address known (users.ts): exhausted attempts do not block the sign-in that follows. */
export async function insertEndedSession(client: PoolClient, userId: string, address: string | null): Promise<void> {
  await client.query(
    `insert into auth.sessions (user_id, not_after, ip, revoked_at, revoked_reason)
     values ($1, now(), $2, now(), 'invitation_accepted')`,
    [userId, address],
  );
}

/** Resets the account's count of sign-in attempts, from every address. */
export async function refundAttempts(auth: Pool, userId: string): Promise<void> {
  await auth.query("delete from auth.rate_limits where key in ($1, $1 || ':known')", [`account:${userId}`]);
}

/** Returns the verified factors by account; an account without any is missing from the map. */
export async function factorsByAccount(auth: Pool): Promise<Map<string, number>> {
  const { rows } = await auth.query(
    "select user_id, count(*)::int as factors from auth.mfa_factors where status = 'verified' group by user_id",
  );
  const parsed = readRows(z.object({ user_id: z.string(), factors: z.number() }), rows);
  return new Map(parsed.map(({ user_id, factors }) => [user_id, factors]));
}
