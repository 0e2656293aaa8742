// What an attacker would try first for this person: address, names, account data.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";

const PERSONAL = `select u.email, u.raw_user_meta_data as data, p.first_name, p.last_name
  from auth.users u left join public.profiles p on p.id = u.id where u.id = $1`;
const row = z.object({
  email: z.string(),
  data: z.record(z.string(), z.unknown()),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
});
const WORD_MAX_LENGTH = 100;

/** For server/auth/passwords/strength.ts, as portal_auth or portal_engine; empty without an account. */
export async function personalWords(db: Pool | PoolClient, userId: string): Promise<string[]> {
  const { rows } = await db.query(PERSONAL, [userId]);
  if (rows.length === 0) return [];
  const { email, data, first_name, last_name } = row.parse(rows[0]);
  return [email, first_name, last_name, ...Object.values(data)].filter(
    (value): value is string => typeof value === "string" && value.length <= WORD_MAX_LENGTH,
  );
}
