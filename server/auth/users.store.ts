// Reads and changes accounts: facts for a sign-in, locks, passwords and addresses.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { isUniqueViolation } from "#server/platform/database/unique-violation.ts";
import { refusing } from "./errors.ts";

type Database = Pool | PoolClient;

export const USER_COLUMNS = `u.id as user_id, u.email, u.must_change_password, u.email_confirmed_at, u.last_sign_in_at,
  u.email_change, u.email_change_sent_at,
  exists(select from public.user_roles r join public.mfa_requirements m on m.role = r.role and m.required where r.user_id = u.id) as mfa_required,
  u.raw_user_meta_data, u.created_at as user_created_at, u.updated_at as user_updated_at,
  u.deleted_at is not null or coalesce(u.banned_until > now(), false) as blocked,
  (select coalesce(jsonb_agg(to_jsonb(i) - 'id' || jsonb_build_object('identity_id', i.id, 'id', i.provider_id) order by i.created_at), '[]')
     from auth.identities i where i.user_id = u.id) as identities,
  (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'friendly_name', coalesce(f.friendly_name, ''), 'factor_type', f.factor_type,
     'status', f.status, 'created_at', f.created_at, 'updated_at', f.updated_at) order by f.created_at), '[]')
     from (select id, friendly_name, factor_type, status, created_at, updated_at from auth.mfa_factors where user_id = u.id
           union all select id, friendly_name, 'recovery_code', 'verified', created_at, updated_at from auth.mfa_recovery_sets where user_id = u.id) f) as factors`;

const credentialsRow = z.object({
  account_key: z.string(),
  known_address: z.boolean(),
  id: z.uuid().nullable(),
  password_hash: z.string().nullable(),
  temporary_seconds: z.number().nullable(),
});
export type SignInFacts = z.infer<typeof credentialsRow>;

const KNOWN_ADDRESS =
  "exists(select from auth.sessions s where s.ip <<= $1::inet and s.created_at > now() - interval '30 days')";

// Always returns one row, so that known and unknown accounts cause the same work.
const FACTS = {
  name: "auth_sign_in_facts",
  text: `select coalesce(u.id::text, encode(sha256(convert_to(n.email, 'UTF8')), 'hex')) as account_key,
           ${KNOWN_ADDRESS.replace("$1", "$2")} as known_address,
           u.id, u.password_hash,
           case when u.must_change_password then extract(epoch from now() - u.password_changed_at)::float8 end as temporary_seconds
         from (select auth.normalise_email($1) as email) n
         left join auth.users u on u.email_normalised = n.email and u.deleted_at is null`,
};

/** Returns facts for a sign-in before its password is checked. `addressGroup` is a CIDR. */
export async function signInFacts(pool: Pool, email: string, addressGroup: string): Promise<SignInFacts> {
  const { rows } = await pool.query({ ...FACTS, values: [email, addressGroup] });
  return credentialsRow.parse(rows[0]);
}

/** Tells whether anybody recently signed in from these addresses; `addressGroup` is a CIDR. */
export async function isKnownAddress(pool: Pool, addressGroup: string): Promise<boolean> {
  const { rows } = await pool.query({
    name: "auth_known_address",
    text: `select ${KNOWN_ADDRESS} as known`,
    values: [addressGroup],
  });
  return z.object({ known: z.boolean() }).parse(rows[0]).known;
}

/** Locks an account's row. Every change locks the account first, then the session. */
export async function lockUser(client: PoolClient, userId: string): Promise<void> {
  await client.query("select from auth.users where id = $1 for update", [userId]);
}

/** Returns the encoded hash, or null for an account without a password. */
export async function readPasswordHash(db: Database, userId: string): Promise<string | null> {
  const { rows } = await db.query("select password_hash from auth.users where id = $1", [userId]);
  return z.object({ password_hash: z.string().nullable() }).parse(rows[0]).password_hash;
}

/** Returns the account's address. Throws when there is no such account. */
export async function readEmail(db: Database, userId: string): Promise<string> {
  const { rows } = await db.query("select email from auth.users where id = $1", [userId]);
  return z.object({ email: z.string() }).parse(rows[0]).email;
}

const accountRow = z.object({ id: z.uuid(), email: z.string() });
export type Account = z.infer<typeof accountRow>;

const BY_EMAIL = `select id, email from auth.users where email_normalised = auth.normalise_email($1)
  and deleted_at is null and coalesce(banned_until <= now(), true)`;

/** Returns the account that may sign in with an address that normalises to the same text, or null. */
export async function findAccountByEmail(client: PoolClient, email: string): Promise<Account | null> {
  const { rows } = await client.query(BY_EMAIL, [email]);
  return accountRow.optional().parse(rows[0]) ?? null;
}

/** Locks an account; returns null when it is gone. */
export async function lockAccount(client: PoolClient, userId: string | null): Promise<Account | null> {
  const { rows } = await client.query("select id, email from auth.users where id = $1 for update", [userId]);
  return accountRow.optional().parse(rows[0]) ?? null;
}

/** Tells whether another account has the address, in its normalised form. */
export async function isEmailOfAnother(client: PoolClient, email: string, userId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from auth.users where email_normalised = auth.normalise_email($1) and id <> $2",
    [email, userId],
  );
  return (rowCount ?? 0) > 0;
}

/** Returns a digest that names the mailbox of an address, whether or not it has an account. */
export async function mailboxKey(db: Database, email: string): Promise<string> {
  const { rows } = await db.query(
    "select encode(sha256(convert_to(auth.normalise_email($1), 'UTF8')), 'hex') as mailbox",
    [email],
  );
  return z.object({ mailbox: z.string() }).parse(rows[0]).mailbox;
}

/** Records the address that waits to be confirmed, and since when. */
export async function recordRequestedEmail(client: PoolClient, userId: string, email: string): Promise<void> {
  await client.query("update auth.users set email_change = $2, email_change_sent_at = now() where id = $1", [
    userId,
    email,
  ]);
}

/**
 * Confirms a requested address. Returns false when another account has taken it meanwhile; the caller's transaction can then not continue.
 */
export async function confirmRequestedEmail(client: PoolClient, userId: string, email: string): Promise<boolean> {
  try {
    await client.query("select auth.set_email($1, $2)", [userId, email]);
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
  await client.query("update public.profiles set email = $2 where id = $1", [userId, email]);
  return true;
}

const SET_DATA = `with wanted as (
    select id, (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(raw_user_meta_data || $2::jsonb)
                where value <> 'null') as data
    from auth.users where id = $1)
  update auth.users u set updated_at = now(), raw_user_meta_data = w.data from wanted w
  where u.id = w.id and u.raw_user_meta_data <> w.data`;

/** Merges account data; tells whether anything changed. Throws AuthError 400 when the merged data is too large. */
export async function mergeUserData(
  client: PoolClient,
  userId: string,
  data: Record<string, unknown>,
): Promise<boolean> {
  // The trigger bound_user_data bounds the merged size.
  const { rowCount } = await refusing(client.query(SET_DATA, [userId, JSON.stringify(data)]));
  return (rowCount ?? 0) > 0;
}

const personalRow = z.object({
  email: z.string(),
  data: z.record(z.string(), z.unknown()),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
});

/** Returns address, names and account data; null for an unknown account. */
export async function readPersonalData(db: Database, userId: string): Promise<z.infer<typeof personalRow> | null> {
  const { rows } = await db.query(
    `select u.email, u.raw_user_meta_data as data, p.first_name, p.last_name
     from auth.users u left join public.profiles p on p.id = u.id where u.id = $1`,
    [userId],
  );
  return personalRow.optional().parse(rows[0]) ?? null;
}
