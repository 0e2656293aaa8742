import type { Pool, PoolClient } from "pg";
import { z } from "zod";

const setRow = z.object({ id: z.uuid(), friendly_name: z.string(), total: z.number(), remaining: z.number() });
const SET = `select s.id, s.friendly_name, count(c.*)::int as total, (count(c.*) filter (where c.used_at is null))::int as remaining
  from auth.mfa_recovery_sets s left join auth.mfa_recovery_codes c on c.set_id = s.id where s.user_id = $1 group by s.id`;

/** Returns the account's set of recovery codes; null when it has none. */
export async function readSet(db: Pool, userId: string): Promise<z.infer<typeof setRow> | null> {
  const { rows } = await db.query(SET, [userId]);
  return setRow.optional().parse(rows[0]) ?? null;
}

/** Inserts the account's set; returns false when it has one. */
export async function insertSet(client: PoolClient, userId: string, name: string): Promise<boolean> {
  const { rows } = await client.query(
    "insert into auth.mfa_recovery_sets (user_id, friendly_name) values ($1, $2) on conflict do nothing returning id",
    [userId, name],
  );
  return rows.length > 0;
}

/** Removes the codes of the account's set; false when there is no set. */
export async function emptySet(client: PoolClient, userId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `with gone as (delete from auth.mfa_recovery_codes where set_id in (select id from auth.mfa_recovery_sets where user_id = $1))
     update auth.mfa_recovery_sets set updated_at = now() where user_id = $1`,
    [userId],
  );
  return rowCount !== 0;
}

/** Deletes the set; returns its id, or null when there was none. */
export async function deleteSet(client: PoolClient, userId: string): Promise<string | null> {
  const { rows } = await client.query("delete from auth.mfa_recovery_sets where user_id = $1 returning id", [userId]);
  return z.object({ id: z.uuid() }).optional().parse(rows[0])?.id ?? null;
}

const nameRow = z.object({ id: z.uuid(), friendly_name: z.string() });

/** Inserts codes into the account's set and returns the set. */
export async function insertCodes(
  client: PoolClient,
  userId: string,
  hashes: readonly Buffer[],
): Promise<z.infer<typeof nameRow>> {
  const { rows } = await client.query("select id, friendly_name from auth.mfa_recovery_sets where user_id = $1", [
    userId,
  ]);
  const set = nameRow.parse(rows[0]);
  await client.query(
    "insert into auth.mfa_recovery_codes (set_id, code_hash) select $1, hash from unnest($2::bytea[]) hash",
    [set.id, hashes],
  );
  return set;
}

/** Uses up a code in one statement: of two concurrent uses only one succeeds. */
export async function useUpCode(client: PoolClient, userId: string, hash: Buffer): Promise<boolean> {
  const { rowCount } = await client.query(
    `update auth.mfa_recovery_codes c set used_at = now() from auth.mfa_recovery_sets s
     where s.id = c.set_id and s.user_id = $1 and c.code_hash = $2 and c.used_at is null`,
    [userId, hash],
  );
  return rowCount === 1;
}
