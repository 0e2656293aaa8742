// Sessions and their refresh tokens; only digests of tokens are stored.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { type AssuranceLevel, amrEntrySchema, assuranceLevelSchema, type LogoutScope } from "#contract/auth.ts";
import { USER_COLUMNS } from "../users.store.ts";
import { userRow } from "../users.ts";

const SESSION_COLUMNS = `s.id as session_id, s.aal, s.amr, s.revoked_at is not null as revoked, s.not_after <= now() as expired, s.restored_to,
  private.has_fresh_step_up(s.id) as has_fresh_step_up`;
const sessionRow = userRow.extend({
  session_id: z.uuid(),
  aal: assuranceLevelSchema,
  amr: z.array(amrEntrySchema),
  revoked: z.boolean(),
  expired: z.boolean(),
  restored_to: z.date().nullable(),
  has_fresh_step_up: z.boolean(),
});
export type SessionRow = z.infer<typeof sessionRow>;

/** Returns a session, also an ended one; null when unknown. */
export async function readSession(
  client: Pool | PoolClient,
  id: string,
  lock: "" | "for update of s" = "",
): Promise<SessionRow | null> {
  const { rows } = await client.query(
    `select ${SESSION_COLUMNS}, ${USER_COLUMNS} from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1 ${lock}`,
    [id],
  );
  return rows.length === 0 ? null : sessionRow.parse(rows[0]);
}

export interface NewSession {
  userId: string;
  /** The password hash that was verified; null for another method. */
  verifiedHash: string | null;
  method: string;
  userAgent: string | null;
  address: string | null;
  sessionSeconds: number;
}

/** Opens a session; returns its id, or null when the password changed or the account was blocked meanwhile. */
export async function openSession(client: PoolClient, opening: NewSession): Promise<string | null> {
  // The row lock orders this against a password change: either the change ends the new session, or this statement sees the new hash.
  const { rowCount } = await client.query(
    "update auth.users set last_sign_in_at = now() where id = $1 and ($2::text is null or password_hash = $2) and deleted_at is null and coalesce(banned_until <= now(), true)",
    [opening.userId, opening.verifiedHash],
  );
  if (rowCount === 0) return null;
  const { rows } = await client.query(
    `insert into auth.sessions (user_id, amr, not_after, user_agent, ip)
     values ($1, jsonb_build_array(jsonb_build_object('method', $2::text, 'timestamp', floor(extract(epoch from now()))::bigint)),
             now() + make_interval(secs => $3), left($4, 400), $5) returning id`,
    [opening.userId, opening.method, opening.sessionSeconds, opening.userAgent, opening.address],
  );
  return z.object({ id: z.uuid() }).parse(rows[0]).id;
}

/** Adds an authentication method in place of an earlier entry of the same method. */
export async function addMethod(
  client: PoolClient,
  { sessionId, method, aal }: { sessionId: string; method: string; aal: AssuranceLevel },
): Promise<void> {
  await client.query(
    `update auth.sessions set aal = greatest(aal, $3), refreshed_at = now(), amr =
       (select coalesce(jsonb_agg(entry), '[]') from jsonb_array_elements(amr) entry where entry ->> 'method' <> $2)
       || jsonb_build_array(jsonb_build_object('method', $2::text, 'timestamp', floor(extract(epoch from now()))::bigint))
     where id = $1`,
    [sessionId, method, aal],
  );
}

const END: Record<LogoutScope, string> = {
  global: "select auth.revoke_sessions($1, 'signed_out') as ended",
  others: "select auth.revoke_sessions($1, 'signed_out_by_other', $2) as ended",
  local: `with ended as (update auth.sessions set revoked_at = clock_timestamp(), revoked_reason = 'signed_out'
            where user_id = $1 and id = $2 and revoked_at is null returning id)
          select count(*)::int as ended from ended`,
};
const endedRow = z.object({ ended: z.number() });

/** Ends sessions; returns how many. */
export async function endSessions(
  client: PoolClient,
  { userId, sessionId, scope }: { userId: string; sessionId: string; scope: LogoutScope },
): Promise<number> {
  const { rows } = await client.query(END[scope], scope === "global" ? [userId] : [userId, sessionId]);
  return endedRow.parse(rows[0]).ended;
}

/** Ends one of the account's own sessions; returns false when it had ended. */
export async function endSession(client: PoolClient, userId: string, sessionId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `update auth.sessions set revoked_at = clock_timestamp(), revoked_reason = 'signed_out_by_other'
     where id = $1 and user_id = $2 and revoked_at is null`,
    [sessionId, userId],
  );
  return (rowCount ?? 0) > 0;
}

/** Ends a session whose refresh token was used twice. */
export async function revokeReusedSession(client: PoolClient, sessionId: string): Promise<void> {
  await client.query(
    "update auth.sessions set revoked_at = clock_timestamp(), revoked_reason = 'refresh_token_reused' where id = $1",
    [sessionId],
  );
}

/** Locks the session; returns false when it has ended. */
export async function lockLiveSession(client: PoolClient, sessionId: string): Promise<boolean> {
  const { rowCount } = await client.query("select from auth.sessions where id = $1 and revoked_at is null for update", [
    sessionId,
  ]);
  return (rowCount ?? 0) > 0;
}

const iso = z.date().transform((date) => date.toISOString());
const openSessionRow = z.object({
  id: z.uuid(),
  aal: assuranceLevelSchema,
  created_at: iso,
  refreshed_at: iso,
  user_agent: z.string().nullable(),
  ip: z.string().nullable(),
});

/** Returns the account's open sessions, latest used first, at most 100. */
export async function listSessions(db: Pool, userId: string): Promise<z.infer<typeof openSessionRow>[]> {
  const { rows } = await db.query(
    `select id, aal, created_at, refreshed_at, user_agent, host(ip) as ip from auth.sessions
     where user_id = $1 and revoked_at is null and not_after > now() order by refreshed_at desc limit 100`,
    [userId],
  );
  return z.array(openSessionRow).parse(rows);
}

const tokenRow = z.object({
  session_id: z.uuid(),
  used: z.boolean(),
  fresh: z.boolean(),
  superseded: z.boolean(),
  child_salt: z.instanceof(Buffer).nullable(),
});

/** Returns a refresh token, or null when unknown. `fresh` tells that it was used at most `graceSeconds` ago. */
export async function readRefreshToken(
  client: PoolClient,
  hash: Buffer,
  graceSeconds: number,
): Promise<z.infer<typeof tokenRow> | null> {
  const { rows } = await client.query(
    `select session_id, used_at is not null as used, child_salt, superseded,
       coalesce(used_at > clock_timestamp() - make_interval(secs => $2), false) as fresh
     from auth.refresh_tokens where token_hash = $1`,
    [hash, graceSeconds],
  );
  return rows.length === 0 ? null : tokenRow.parse(rows[0]);
}

/** Stores the digest of a new refresh token. `parent`: the one that it replaces; null: the session's first. */
export async function insertRefreshToken(
  client: PoolClient,
  token: { hash: Buffer; sessionId: string; parent: Buffer | null },
): Promise<void> {
  await client.query("insert into auth.refresh_tokens (token_hash, session_id, parent_hash) values ($1, $2, $3)", [
    token.hash,
    token.sessionId,
    token.parent,
  ]);
}

/** Tells whether `limit` tokens were made in the window. */
export async function hasManyTokens(
  client: PoolClient,
  { sessionId, windowSeconds, limit }: { sessionId: string; windowSeconds: number; limit: number },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from auth.refresh_tokens
     where session_id = $1 and created_at > clock_timestamp() - make_interval(secs => $2) limit $3`,
    [sessionId, windowSeconds, limit],
  );
  return rowCount === limit;
}

/** Rotates a token; the token's own parent can no longer repeat it. */
export async function replaceToken(
  client: PoolClient,
  { sessionId, hash, childHash, salt }: { sessionId: string; hash: Buffer; childHash: Buffer; salt: Buffer },
): Promise<void> {
  await client.query("update auth.refresh_tokens set child_salt = null where session_id = $1 and replaced_by = $2", [
    sessionId,
    hash,
  ]);
  await client.query(
    "update auth.refresh_tokens set used_at = clock_timestamp(), replaced_by = $2, child_salt = $3 where token_hash = $1",
    [hash, childHash, salt],
  );
  await insertRefreshToken(client, { hash: childHash, sessionId, parent: hash });
  await client.query("update auth.sessions set refreshed_at = now() where id = $1", [sessionId]);
}

/** Replaces the session's unused token by a new one. Other tabs may still hold the unused token. */
export async function supersedeTokens(
  client: PoolClient,
  { sessionId, hash }: { sessionId: string; hash: Buffer },
): Promise<void> {
  const { rows } = await client.query(
    `update auth.refresh_tokens set used_at = clock_timestamp(), replaced_by = $2, child_salt = null, superseded = true
     where session_id = $1 and used_at is null returning token_hash`,
    [sessionId, hash],
  );
  const replaced = z
    .object({ token_hash: z.instanceof(Buffer) })
    .optional()
    .parse(rows[0]);
  await insertRefreshToken(client, { hash, sessionId, parent: replaced?.token_hash ?? null });
}
