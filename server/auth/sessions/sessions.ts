// A refresh token is used once; reuse ends the session, save for the grace of a lost reply. The session's row lock
// covers everything, so no descendant outlives the verdict.

import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import {
  type AmrEntry,
  type AssuranceLevel,
  amrEntrySchema,
  assuranceLevelSchema,
  type Claims,
  type LogoutScope,
} from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { type AuthAction, noteEvent } from "../audit.ts";
import { AuthError } from "../errors.ts";
import type { AuthSettings } from "../settings.ts";
import { USER_COLUMNS, type UserRow, userRow } from "../users.ts";

const SESSION_COLUMNS = `s.id as session_id, s.aal, s.amr, s.revoked_at is not null as revoked, s.not_after <= now() as expired`;
const sessionRow = userRow.extend({
  session_id: z.uuid(),
  aal: assuranceLevelSchema,
  amr: z.array(amrEntrySchema),
  revoked: z.boolean(),
  expired: z.boolean(),
});

export interface LiveSession {
  id: string;
  aal: AssuranceLevel;
  amr: AmrEntry[];
  user: UserRow;
}
export interface IssuedSession extends LiveSession {
  refreshToken: string;
}

export interface Sessions {
  /** Null when the password has changed or the account was blocked meanwhile. */
  start(opening: SessionOpening): Promise<IssuedSession | null>;
  /** Rotates a refresh token. Throws AuthError: not found, already used, session ended. */
  refresh(refreshToken: string): Promise<IssuedSession>;
  /** Throws AuthError 401 when the session has ended. */
  live(claims: Pick<Claims, "sub" | "session_id">): Promise<LiveSession>;
  end(claims: Pick<Claims, "sub" | "session_id">, scope: LogoutScope): Promise<void>;
  startIn(client: PoolClient, opening: SessionOpening): Promise<IssuedSession | null>;
  /** Adds an authentication method and replaces the refresh token. Throws AuthError 401 for an ended session. */
  strengthenIn(
    client: PoolClient,
    sessionId: string,
    stepUp: { method: string; aal: AssuranceLevel },
  ): Promise<IssuedSession>;
}

export interface SessionOpening {
  userId: string;
  /** The hash that was verified: a password changed meanwhile opens nothing. Null: another method. */
  verifiedHash: string | null;
  method: string;
  userAgent: string | null;
  /** As inet, or null. */
  address: string | null;
}

export function createSessions(
  pool: Pool,
  settings: Pick<AuthSettings, "sessionSeconds" | "refreshGraceSeconds" | "writes">,
): Sessions {
  return {
    start: (opening) => transaction(pool, (client) => start(client, opening, settings.sessionSeconds)),
    startIn: (client, opening) => start(client, opening, settings.sessionSeconds),
    strengthenIn: strengthen,
    refresh: async (refreshToken) => {
      // The verdict "reused" must be committed, so it is thrown outside the transaction.
      const outcome = await transaction(pool, (client) => refresh(client, refreshToken, settings));
      if (outcome === "reused") throw new AuthError(authErrors.refresh_token_already_used());
      return outcome;
    },
    live: async (claims) => {
      const session = await readSession(pool, claims.session_id);
      if (session === null || session.user_id !== claims.sub) throw new AuthError(authErrors.session_not_found());
      return requireLive(session);
    },
    end: async ({ sub, session_id }, scope) => {
      await transaction(pool, async (client) => {
        const { rows } = await client.query(END[scope], scope === "global" ? [sub] : [sub, session_id]);
        const action = END_ACTION[scope];
        // No row without an ended session: permanent rows must not be free.
        if (action !== null && endedRow.parse(rows[0]).ended > 0) await noteEvent(client, action, { actor: sub });
      });
    },
  };
}

const END: Record<LogoutScope, string> = {
  global: "select auth.revoke_sessions($1, 'signed_out') as ended",
  others: "select auth.revoke_sessions($1, 'signed_out_by_other', $2) as ended",
  local: `update auth.sessions set revoked_at = clock_timestamp(), revoked_reason = 'signed_out'
          where user_id = $1 and id = $2 and revoked_at is null`,
};

const endedRow = z.object({ ended: z.number() });

/** Signing oneself out is not audited; ending other sessions is. */
const END_ACTION: Record<LogoutScope, AuthAction | null> = {
  global: "auth.sign_out_everywhere",
  others: "auth.sign_out_others",
  local: null,
};

async function start(
  client: PoolClient,
  opening: SessionOpening,
  sessionSeconds: number,
): Promise<IssuedSession | null> {
  // The row lock orders this against a password change: either that ends our new session, or we see its hash.
  const { rowCount } = await client.query(
    "update auth.users set last_sign_in_at = now() where id = $1 and ($2::text is null or encrypted_password = $2) and deleted_at is null and coalesce(banned_until <= now(), true)",
    [opening.userId, opening.verifiedHash],
  );
  if (rowCount === 0) return null;
  const { rows } = await client.query(
    `insert into auth.sessions (user_id, amr, not_after, user_agent, ip)
     values ($1, jsonb_build_array(jsonb_build_object('method', $2::text, 'timestamp', floor(extract(epoch from now()))::bigint)),
             now() + make_interval(secs => $3), left($4, 400), $5) returning id`,
    [opening.userId, opening.method, sessionSeconds, opening.userAgent, opening.address],
  );
  const { id } = z.object({ id: z.uuid() }).parse(rows[0]);
  const refreshToken = randomBytes(32).toString("base64url");
  await insertToken(client, { hash: digest(refreshToken), sessionId: id, parent: null });
  const session = await readSession(client, id);
  if (session === null) throw new Error("a session just made is gone");
  await noteEvent(client, "auth.sign_in", {
    actor: opening.userId,
    after: { method: opening.method, ip: opening.address, user_agent: opening.userAgent?.slice(0, 400) ?? null },
  });
  return { ...requireLive(session), refreshToken };
}

async function strengthen(
  client: PoolClient,
  sessionId: string,
  { method, aal }: { method: string; aal: AssuranceLevel },
): Promise<IssuedSession> {
  const before = await readSession(client, sessionId, "for update of s");
  if (before === null) throw new AuthError(authErrors.session_not_found());
  requireLive(before);
  await client.query(
    `update auth.sessions set aal = greatest(aal, $3), refreshed_at = now(), amr =
       (select coalesce(jsonb_agg(entry), '[]') from jsonb_array_elements(amr) entry where entry ->> 'method' <> $2)
       || jsonb_build_array(jsonb_build_object('method', $2::text, 'timestamp', floor(extract(epoch from now()))::bigint))
     where id = $1`,
    [sessionId, method, aal],
  );
  const refreshToken = randomBytes(32).toString("base64url");
  const hash = digest(refreshToken);
  const { rows } = await client.query(
    `update auth.refresh_tokens set used_at = clock_timestamp(), replaced_by = $2, child_salt = null, superseded = true
     where session_id = $1 and used_at is null returning token_hash`,
    [sessionId, hash],
  );
  const parent =
    z
      .object({ token_hash: z.instanceof(Buffer) })
      .optional()
      .parse(rows[0])?.token_hash ?? null;
  await insertToken(client, { hash, sessionId, parent });
  const session = await readSession(client, sessionId);
  if (session === null) throw new AuthError(authErrors.session_not_found());
  return { ...requireLive(session), refreshToken };
}

const tokenRow = z.object({
  session_id: z.uuid(),
  used: z.boolean(),
  fresh: z.boolean(),
  superseded: z.boolean(),
  child_salt: z.instanceof(Buffer).nullable(),
});

async function refresh(
  client: PoolClient,
  refreshToken: string,
  { refreshGraceSeconds: graceSeconds, writes }: Pick<AuthSettings, "refreshGraceSeconds" | "writes">,
): Promise<IssuedSession | "reused"> {
  const hash = digest(refreshToken);
  const sessionId = (await readToken(client, hash, graceSeconds))?.session_id;
  if (sessionId === undefined) throw new AuthError(authErrors.refresh_token_not_found());
  const session = await readSession(client, sessionId, "for update of s");
  // Reread: a rival may have used the same token while we waited for the lock.
  const token = await readToken(client, hash, graceSeconds);
  if (session === null || token === null) throw new AuthError(authErrors.refresh_token_not_found());
  const live = requireLive(session);
  if (!token.used) {
    await requireFewTokens(client, sessionId, writes);
    return { ...live, refreshToken: await rotate(client, { sessionId, refreshToken, hash }) };
  }
  // Within the grace a repeat returns the same child, until that is used: fifty tabs end up with one token.
  if (token.fresh && token.child_salt !== null)
    return { ...live, refreshToken: deriveChild(refreshToken, token.child_salt) };
  // Another tab unaware of the second factor's new tokens: refused, but the session continues.
  if (token.fresh && token.superseded) throw new AuthError(authErrors.refresh_token_already_used());
  await client.query(
    "update auth.sessions set revoked_at = clock_timestamp(), revoked_reason = 'refresh_token_reused' where id = $1",
    [sessionId],
  );
  return "reused";
}

/** Each refresh leaves a row for the session's life. Throws AuthError 429. */
async function requireFewTokens(client: PoolClient, sessionId: string, limits: AuthSettings["writes"]): Promise<void> {
  const { rowCount } = await client.query(
    `select from auth.refresh_tokens
     where session_id = $1 and created_at > clock_timestamp() - make_interval(secs => $2) limit $3`,
    [sessionId, limits.windowSeconds, limits.refreshes],
  );
  if (rowCount === limits.refreshes)
    throw new AuthError(authErrors.over_request_rate_limit(), { retryAfter: limits.windowSeconds });
}

async function rotate(
  client: PoolClient,
  parent: { sessionId: string; refreshToken: string; hash: Buffer },
): Promise<string> {
  const salt = randomBytes(32);
  const child = deriveChild(parent.refreshToken, salt);
  const childHash = digest(child);
  await client.query("update auth.refresh_tokens set child_salt = null where session_id = $1 and replaced_by = $2", [
    parent.sessionId,
    parent.hash,
  ]);
  await client.query(
    "update auth.refresh_tokens set used_at = clock_timestamp(), replaced_by = $2, child_salt = $3 where token_hash = $1",
    [parent.hash, childHash, salt],
  );
  await insertToken(client, { hash: childHash, sessionId: parent.sessionId, parent: parent.hash });
  await client.query("update auth.sessions set refreshed_at = now() where id = $1", [parent.sessionId]);
  return child;
}

async function insertToken(
  client: PoolClient,
  token: { hash: Buffer; sessionId: string; parent: Buffer | null },
): Promise<void> {
  await client.query("insert into auth.refresh_tokens (token_hash, session_id, parent_hash) values ($1, $2, $3)", [
    token.hash,
    token.sessionId,
    token.parent,
  ]);
}

async function readToken(client: PoolClient, hash: Buffer, graceSeconds: number) {
  const { rows } = await client.query(
    `select session_id, used_at is not null as used, child_salt, superseded,
       coalesce(used_at > clock_timestamp() - make_interval(secs => $2), false) as fresh
     from auth.refresh_tokens where token_hash = $1`,
    [hash, graceSeconds],
  );
  return rows.length === 0 ? null : tokenRow.parse(rows[0]);
}

async function readSession(client: Pool | PoolClient, id: string, lock: "" | "for update of s" = "") {
  const { rows } = await client.query(
    `select ${SESSION_COLUMNS}, ${USER_COLUMNS} from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1 ${lock}`,
    [id],
  );
  return rows.length === 0 ? null : sessionRow.parse(rows[0]);
}

function requireLive(row: z.infer<typeof sessionRow>): LiveSession {
  if (row.revoked || row.blocked) throw new AuthError(authErrors.session_not_found());
  if (row.expired) throw new AuthError(authErrors.session_expired());
  return { id: row.session_id, aal: row.aal, amr: row.amr, user: row };
}

const digest = (token: string) => createHash("sha256").update(token).digest();

/** Random by its salt, and derivable only from the parent's text. */
const deriveChild = (parent: string, salt: Buffer) => createHmac("sha256", parent).update(salt).digest("base64url");
