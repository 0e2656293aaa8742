import { DatabaseError, type Pool, type PoolClient } from "pg";
import { z } from "zod";
import { oidcErrors } from "#contract/errors/oidc.ts";
import { noteEvent } from "../audit.ts";
import { AuthError } from "../errors.ts";

export const linkedIdentitySchema = z.object({
  provider: z.string(),
  /** `sub`. */
  subject: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type LinkedIdentity = z.infer<typeof linkedIdentitySchema>;

const UNIQUE_VIOLATION = "23505";

/** Throws AuthError 422 `identity_already_exists` when it is linked to anybody. */
export async function linkIdentity(client: PoolClient, userId: string, identity: LinkedIdentity): Promise<void> {
  try {
    await client.query(
      `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at) values ($1, $2, $3, $4, now())`,
      [userId, identity.provider, identity.subject, JSON.stringify(identity.data)],
    );
  } catch (error) {
    if (error instanceof DatabaseError && error.code === UNIQUE_VIOLATION) {
      throw new AuthError(oidcErrors.identity_already_exists(), {
        cause: error,
      });
    }
    throw error;
  }
  await noteEvent(client, "auth.identity_link", { actor: userId, after: { provider: identity.provider } });
}

/** The linked account or null; stores the provider's latest claims. */
export async function userOfIdentity(db: Pool | PoolClient, identity: LinkedIdentity): Promise<string | null> {
  const { rows } = await db.query(
    `update auth.identities set last_sign_in_at = now(), updated_at = now(), identity_data = $3
     where provider = $1 and provider_id = $2 returning user_id`,
    [identity.provider, identity.subject, JSON.stringify(identity.data)],
  );
  return z.object({ user_id: z.uuid() }).optional().parse(rows[0])?.user_id ?? null;
}

export interface VerifiedIdentity {
  identity: LinkedIdentity;
  /** Only if the provider has verified it. */
  verifiedEmail: string | null;
  linkByEmail: boolean;
}

const BY_EMAIL = `select u.id, exists(select from auth.identities i where i.user_id = u.id and i.provider = $2) as has_other
  from auth.users u where u.email_normalised = auth.normalise_email($1) and u.email_confirmed_at is not null
    and u.deleted_at is null and coalesce(u.banned_until <= now(), true)`;

/** By link or, where the provider may claim it, verified address. Throws AuthError: no account is created. */
export async function accountForIdentity(
  db: Pool,
  { identity, verifiedEmail, linkByEmail }: VerifiedIdentity,
): Promise<{ userId: string; isNew: boolean }> {
  const linked = await userOfIdentity(db, identity);
  if (linked !== null) return { userId: linked, isNew: false };
  if (verifiedEmail === null) {
    throw new AuthError(oidcErrors.provider_email_needs_verification());
  }
  const { rows } = linkByEmail ? await db.query(BY_EMAIL, [verifiedEmail, identity.provider]) : { rows: [] };
  const account = z.object({ id: z.uuid(), has_other: z.boolean() }).optional().parse(rows[0]);
  // Linked to another identity of this provider: the address has a new owner there, the account does not.
  if (account === undefined || account.has_other) {
    throw new AuthError(oidcErrors.sign_in_not_linked());
  }
  return { userId: account.id, isNew: true };
}
