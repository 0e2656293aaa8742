// A refresh token is used once. Reuse ends the session, except within the grace period for a lost reply. The session's row lock covers
// everything, so no later token survives the verdict.

import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import type { AmrEntry, AssuranceLevel, Claims, LogoutScope } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { stockholmClock, stockholmDay } from "#contract/stockholm.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { type AuthAction, recordEvent } from "../audit.ts";
import { AuthError } from "../errors.ts";
import type { AuthSettings } from "../settings.ts";
import type { UserRow } from "../users.ts";
import {
  addMethod,
  endSessions,
  hasManyTokens,
  insertRefreshToken,
  openSession,
  readRefreshToken,
  readSession,
  replaceToken,
  revokeReusedSession,
  type SessionRow,
  supersedeTokens,
} from "./sessions.store.ts";

export interface LiveSession {
  id: string;
  aal: AssuranceLevel;
  amr: AmrEntry[];
  hasFreshStepUp: boolean;
  user: UserRow;
}
export interface IssuedSession extends LiveSession {
  refreshToken: string;
}

export interface Sessions {
  /** Starts a session; returns null when the password changed or the account was blocked meanwhile. */
  start(opening: SessionOpening): Promise<IssuedSession | null>;
  /** Rotates a refresh token. Throws AuthError: not found, already used, session ended, by a restore or otherwise. */
  refresh(refreshToken: string): Promise<IssuedSession>;
  /** Returns the live session. Throws AuthError 401 when it has ended. */
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
  /** The password hash that was verified: the session is not opened if the password changed meanwhile. Null for another method. */
  verifiedHash: string | null;
  method: string;
  userAgent: string | null;
  /** A PostgreSQL inet, or null. */
  address: string | null;
}

/**
 * Creates the calls on sessions. `refresh` and `live` throw AuthError for a session that has ended; `refresh` also for a token that was
 * used before.
 */
export function createSessions(
  pool: Pool,
  settings: Pick<AuthSettings, "sessionSeconds" | "refreshGraceSeconds" | "writes">,
): Sessions {
  return {
    start: (opening) => transaction(pool, (client) => start(client, opening, settings.sessionSeconds)),
    startIn: (client, opening) => start(client, opening, settings.sessionSeconds),
    strengthenIn: strengthen,
    refresh: async (refreshToken) => {
      // The verdict "reused" must be committed, so the error is thrown outside the transaction.
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
        const ended = await endSessions(client, { userId: sub, sessionId: session_id, scope });
        const action = END_ACTION[scope];
        // Writes an audit row only when a session ended: permanent rows must not be free.
        if (action !== null && ended > 0) await recordEvent(client, action, { actor: sub });
      });
    },
  };
}

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
  const id = await openSession(client, { ...opening, sessionSeconds });
  if (id === null) return null;
  const refreshToken = randomBytes(32).toString("base64url");
  await insertRefreshToken(client, { hash: digest(refreshToken), sessionId: id, parent: null });
  const session = await readSession(client, id);
  if (session === null) throw new Error("a session just made is gone");
  await recordEvent(client, "auth.sign_in", {
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
  await addMethod(client, { sessionId, method, aal });
  const refreshToken = randomBytes(32).toString("base64url");
  await supersedeTokens(client, { sessionId, hash: digest(refreshToken) });
  const session = await readSession(client, sessionId);
  if (session === null) throw new AuthError(authErrors.session_not_found());
  return { ...requireLive(session), refreshToken };
}

async function refresh(
  client: PoolClient,
  refreshToken: string,
  { refreshGraceSeconds: graceSeconds, writes }: Pick<AuthSettings, "refreshGraceSeconds" | "writes">,
): Promise<IssuedSession | "reused"> {
  const hash = digest(refreshToken);
  const sessionId = (await readRefreshToken(client, hash, graceSeconds))?.session_id;
  if (sessionId === undefined) throw new AuthError(authErrors.refresh_token_not_found());
  const session = await readSession(client, sessionId, "for update of s");
  // Read again: a concurrent request may have used the same token while this one waited for the lock.
  const token = await readRefreshToken(client, hash, graceSeconds);
  if (session === null || token === null) throw new AuthError(authErrors.refresh_token_not_found());
  if (!token.used) requireNotRestored(session);
  const live = requireLive(session);
  if (!token.used) {
    await requireFewTokens(client, sessionId, writes);
    return { ...live, refreshToken: await rotate(client, { sessionId, refreshToken, hash }) };
  }
  // Within the grace period a repeat returns the same child until that is used, so fifty tabs end up with one token.
  if (token.fresh && token.child_salt !== null)
    return { ...live, refreshToken: deriveChild(refreshToken, token.child_salt) };
  // Another tab does not know the tokens made at the second factor. Its refresh is refused, but the session continues.
  if (token.fresh && token.superseded) throw new AuthError(authErrors.refresh_token_already_used());
  await revokeReusedSession(client, sessionId);
  return "reused";
}

/** Throws AuthError 429 after too many refreshes, because each leaves a row for the session's life. */
async function requireFewTokens(client: PoolClient, sessionId: string, limits: AuthSettings["writes"]): Promise<void> {
  if (await hasManyTokens(client, { sessionId, windowSeconds: limits.windowSeconds, limit: limits.refreshes }))
    throw new AuthError(authErrors.over_request_rate_limit(), { retryAfter: limits.windowSeconds });
}

async function rotate(
  client: PoolClient,
  parent: { sessionId: string; refreshToken: string; hash: Buffer },
): Promise<string> {
  const salt = randomBytes(32);
  const child = deriveChild(parent.refreshToken, salt);
  const childHash = digest(child);
  await replaceToken(client, { sessionId: parent.sessionId, hash: parent.hash, childHash, salt });
  return child;
}

function requireLive(row: SessionRow): LiveSession {
  if (row.revoked || row.blocked) throw new AuthError(authErrors.session_not_found());
  if (row.expired) throw new AuthError(authErrors.session_expired());
  return { id: row.session_id, aal: row.aal, amr: row.amr, hasFreshStepUp: row.has_fresh_step_up, user: row };
}

/** Reports a restore to people who would be signed in without it, and to nobody else. Throws AuthError. */
function requireNotRestored({ restored_to: to, blocked, expired }: SessionRow): void {
  if (to === null || blocked || expired) return;
  throw new AuthError(authErrors.session_restored({ at: `${stockholmDay(to)} ${stockholmClock(to)}` }));
}

const digest = (token: string) => createHash("sha256").update(token).digest();

/** Derives a child token, random by its salt and derivable only from the parent's text. */
const deriveChild = (parent: string, salt: Buffer) => createHmac("sha256", parent).update(salt).digest("base64url");
