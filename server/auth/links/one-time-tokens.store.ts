// Single-use secrets; only their digests are stored.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { digestOf } from "./secrets.ts";

type Database = Pool | PoolClient;

export type TokenKind = "recovery" | "email_change" | "invitation" | "pkce_code" | "reauthentication";

export interface NewToken {
  userId: string;
  kind: TokenKind;
  secret: string;
  seconds: number;
  relatesTo?: string;
  codeChallenge?: string | null;
  redirectTo?: string;
  parentId?: string;
  payload?: Record<string, unknown>;
}

const tokenRow = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  relates_to: z.string().nullable(),
  code_challenge: z.string().nullable(),
  redirect_to: z.string().nullable(),
  parent_id: z.uuid().nullable(),
  payload: z.record(z.string(), z.unknown()),
});
export type TokenRow = z.infer<typeof tokenRow>;

/** Stores the digest of a secret that is valid for `seconds`. The same secret again gets a new end. */
export async function insertToken(db: Database, token: NewToken): Promise<void> {
  await db.query(
    `insert into auth.one_time_tokens (user_id, kind, token_hash, relates_to, code_challenge, code_challenge_method, redirect_to, expires_at, parent_id, payload)
     values ($1, $2, $3, $4, $5::text, case when $5::text is not null then 's256' end, $6, clock_timestamp() + make_interval(secs => $7), $8, $9)
     on conflict (token_hash) do update set expires_at = excluded.expires_at`,
    [
      token.userId,
      token.kind,
      digestOf(token.secret),
      token.relatesTo ?? null,
      token.codeChallenge ?? null,
      token.redirectTo ?? null,
      token.seconds,
      token.parentId ?? null,
      JSON.stringify(token.payload ?? {}),
    ],
  );
}

const FIND = `select id, user_id, relates_to, code_challenge, redirect_to, parent_id, payload from auth.one_time_tokens
  where kind = $1 and token_hash = $2 and used_at is null and expires_at > clock_timestamp()`;

/** Returns the token without using it up; null when it is unknown, used or over. */
export async function findToken(db: Database, kind: TokenKind, secret: string): Promise<TokenRow | null> {
  const { rows } = await db.query(FIND, [kind, digestOf(secret)]);
  return rows.length === 0 ? null : tokenRow.parse(rows[0]);
}

/** Deletes a token with its link; returns false when a concurrent request has used it. */
export async function deleteUnusedToken(
  client: PoolClient,
  { id, parent_id }: Pick<TokenRow, "id" | "parent_id">,
): Promise<boolean> {
  const { rowCount } = await client.query("delete from auth.one_time_tokens where id = $1 and used_at is null", [id]);
  if (rowCount === 0) return false;
  if (parent_id !== null) await client.query("delete from auth.one_time_tokens where id = $1", [parent_id]);
  return true;
}

/** Locks the token until the transaction ends; returns false when it is gone. */
export async function holdToken(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query("select from auth.one_time_tokens where id = $1 for key share", [id]);
  return (rowCount ?? 0) > 0;
}

/** Deletes the account's tokens of one kind, so that earlier links of that kind end. */
export async function deleteTokens(client: PoolClient, userId: string, kind: TokenKind): Promise<void> {
  await client.query("delete from auth.one_time_tokens where user_id = $1 and kind = $2", [userId, kind]);
}
