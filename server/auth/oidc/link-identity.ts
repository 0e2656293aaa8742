import type { Pool, PoolClient } from "pg";
import { oidcErrors } from "#contract/errors/oidc.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { recordEvent } from "../audit.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import type { LiveSession } from "../sessions/sessions.ts";
import { lockUser } from "../users.store.ts";
import {
  deleteIdentity,
  findAccountByVerifiedEmail,
  hasOtherWayIn,
  insertIdentity,
  type LinkedIdentity,
  userOfIdentity,
} from "./identities.store.ts";

/** Links an identity to the account. Throws AuthError 422 `identity_already_exists` when any account has it. */
export async function linkIdentity(client: PoolClient, userId: string, identity: LinkedIdentity): Promise<void> {
  await insertIdentity(client, userId, identity);
  await recordEvent(client, "auth.identity_link", { actor: userId, after: { provider: identity.provider } });
}

/** Unlinks an identity. The password or another identity must remain. Throws AuthError. */
export async function unlinkIdentity(
  { pool }: Pick<AuthDeps, "pool">,
  { user }: LiveSession,
  id: string,
): Promise<void> {
  const { user_id: userId } = user;
  await transaction(pool, async (client) => {
    await lockUser(client, userId);
    // supabase-js counts the password as an identity with the account's id. It has no row and cannot be unlinked.
    if (id === userId || !(await hasOtherWayIn(client, userId, id)))
      throw new AuthError(oidcErrors.single_identity_not_deletable());
    const provider = await deleteIdentity(client, userId, id);
    if (provider === null) throw new AuthError(oidcErrors.identity_not_found());
    await recordEvent(client, "auth.identity_unlink", { actor: userId, after: { provider } });
  });
}

export interface VerifiedIdentity {
  identity: LinkedIdentity;
  /** Null unless the provider has verified the address. */
  verifiedEmail: string | null;
  linkByEmail: boolean;
}

/**
 * Finds the account by its linked identity or, where the provider may claim addresses, by the verified address. Throws AuthError: no
 * account is created.
 */
export async function accountForIdentity(
  db: Pool,
  { identity, verifiedEmail, linkByEmail }: VerifiedIdentity,
): Promise<{ userId: string; isNew: boolean }> {
  const linked = await userOfIdentity(db, identity);
  if (linked !== null) return { userId: linked, isNew: false };
  if (verifiedEmail === null) {
    throw new AuthError(oidcErrors.provider_email_needs_verification());
  }
  const account = linkByEmail ? await findAccountByVerifiedEmail(db, verifiedEmail, identity.provider) : null;
  // The account is linked to another identity of this provider: the address has a new owner at the provider, who must not get the
  // account.
  if (account === null || account.has_other) {
    throw new AuthError(oidcErrors.sign_in_not_linked());
  }
  return { userId: account.id, isNew: true };
}
