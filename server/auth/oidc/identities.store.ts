import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { refusing } from "../errors.ts";

export const linkedIdentitySchema = z.object({
  provider: z.string(),
  /** The provider's `sub` claim. */
  subject: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type LinkedIdentity = z.infer<typeof linkedIdentitySchema>;

/** Links an identity. Throws AuthError 422 `identity_already_exists` when any account has it. */
export async function insertIdentity(client: PoolClient, userId: string, identity: LinkedIdentity): Promise<void> {
  await refusing(
    client.query(
      `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at) values ($1, $2, $3, $4, now())`,
      [userId, identity.provider, identity.subject, JSON.stringify(identity.data)],
    ),
  );
}

/** Returns the linked account or null; stores the provider's latest claims. */
export async function userOfIdentity(db: Pool | PoolClient, identity: LinkedIdentity): Promise<string | null> {
  const { rows } = await db.query(
    `update auth.identities set last_sign_in_at = now(), updated_at = now(), identity_data = $3
     where provider = $1 and provider_id = $2 returning user_id`,
    [identity.provider, identity.subject, JSON.stringify(identity.data)],
  );
  return z.object({ user_id: z.uuid() }).optional().parse(rows[0])?.user_id ?? null;
}

const BY_EMAIL = `select u.id, exists(select from auth.identities i where i.user_id = u.id and i.provider = $2) as has_other
  from auth.users u where u.email_normalised = auth.normalise_email($1) and u.email_confirmed_at is not null
    and u.deleted_at is null and coalesce(u.banned_until <= now(), true)`;

const accountRow = z.object({ id: z.uuid(), has_other: z.boolean() });

/** Returns the account with a verified address, or null. `has_other` tells that another identity of the same provider is linked to it. */
export async function findAccountByVerifiedEmail(
  db: Pool,
  email: string,
  provider: string,
): Promise<z.infer<typeof accountRow> | null> {
  const { rows } = await db.query(BY_EMAIL, [email, provider]);
  return accountRow.optional().parse(rows[0]) ?? null;
}

/** Tells whether the account has a password, or an identity other than this one. Call it with the account locked. */
export async function hasOtherWayIn(client: PoolClient, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from auth.users u where u.id = $1
       and (u.password_hash is not null or exists (select from auth.identities i where i.user_id = u.id and i.id <> $2))`,
    [userId, id],
  );
  return rowCount === 1;
}

/** Deletes an identity; returns its provider, or null when it is not the account's. */
export async function deleteIdentity(client: PoolClient, userId: string, id: string): Promise<string | null> {
  const { rows } = await client.query("delete from auth.identities where id = $1 and user_id = $2 returning provider", [
    id,
    userId,
  ]);
  return z.object({ provider: z.string() }).optional().parse(rows[0])?.provider ?? null;
}
