// Single-use secrets: links, the codes they redirect with, invitations, digits. Only digests are stored.

import type { PoolClient } from "pg";
import type { CodeChallenge } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { AuthError } from "../errors.ts";
import { lockUser } from "../users.store.ts";
import { deleteUnusedToken, findToken, type TokenKind, type TokenRow } from "./one-time-tokens.store.ts";
import { digestOf } from "./secrets.ts";

export { findToken };

/**
 * Consumes a token, its link and the link's codes; returns null when it is gone. Locks the account first, in the same order as password
 * changes.
 */
export async function useToken(client: PoolClient, kind: TokenKind, secret: string): Promise<TokenRow | null> {
  const seen = await findToken(client, kind, secret);
  if (seen === null) return null;
  await lockUser(client, seen.user_id);
  // Rechecked under the lock: a concurrent request may have used it, or a new password removed it.
  return (await deleteUnusedToken(client, seen)) ? seen : null;
}

/**
 * Returns the PKCE challenge, always SHA-256. Throws AuthError 400 for a missing challenge, because the session itself would then
 * stand in the URL, and so in histories, logs and referrers.
 */
export function requireChallenge({ code_challenge, code_challenge_method }: CodeChallenge): string {
  if (!code_challenge || !code_challenge_method) {
    throw new AuthError(authErrors.code_challenge_missing());
  }
  return code_challenge_method === "plain" ? digestOf(code_challenge).toString("base64url") : code_challenge;
}
