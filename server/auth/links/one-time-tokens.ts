// Single-use secrets: links, the codes they land with, invitations, digits. Only digests are stored.

import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import type { CodeChallenge } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { AuthError } from "../errors.ts";

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

export const newSecret = () => randomBytes(32).toString("base64url");
/** Typed by people; safe only behind attempt limits. */
export const newDigits = () => String(randomInt(1_000_000)).padStart(6, "0");
export const digestOf = (secret: string) => createHash("sha256").update(secret).digest();

/** Constant per link: a mail scanner that opens the link first takes nothing from the person. */
export const codeOfLink = (secret: string) => createHmac("sha256", secret).update("code").digest("base64url");

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

export async function findToken(db: Database, kind: TokenKind, secret: string): Promise<TokenRow | null> {
  const { rows } = await db.query(FIND, [kind, digestOf(secret)]);
  return rows.length === 0 ? null : tokenRow.parse(rows[0]);
}

/** Consumes a token, its link and the link's codes; null when gone. Locks the account first, as password changes do. */
export async function useToken(client: PoolClient, kind: TokenKind, secret: string): Promise<TokenRow | null> {
  const seen = await findToken(client, kind, secret);
  if (seen === null) return null;
  await client.query("select from auth.users where id = $1 for update", [seen.user_id]);
  // Rechecked under the lock: a rival may have used it, or a new password removed it.
  const { rowCount } = await client.query("delete from auth.one_time_tokens where id = $1 and used_at is null", [
    seen.id,
  ]);
  if (rowCount === 0) return null;
  if (seen.parent_id !== null) await client.query("delete from auth.one_time_tokens where id = $1", [seen.parent_id]);
  return seen;
}

/**
 * Always SHA-256. Throws AuthError 400 without PKCE: the session itself would land in the URL, and so in histories,
 * logs and referrers.
 */
export function requireChallenge({ code_challenge, code_challenge_method }: CodeChallenge): string {
  if (!code_challenge || !code_challenge_method) {
    throw new AuthError(authErrors.code_challenge_missing());
  }
  return code_challenge_method === "plain" ? digestOf(code_challenge).toString("base64url") : code_challenge;
}
