import type { Pool } from "pg";
import { z } from "zod";
import type { Factor, Identity, User } from "#contract/auth.ts";

const iso = z.date().transform((date) => date.toISOString());

export const USER_COLUMNS = `u.id as user_id, u.email, u.must_change_password, u.email_confirmed_at, u.last_sign_in_at,
  u.email_change, u.email_change_sent_at, u.encrypted_password is not null as has_password,
  exists(select from public.user_roles r join public.mfa_requirements m on m.role = r.role and m.required where r.user_id = u.id) as mfa_required,
  u.raw_user_meta_data, u.created_at as user_created_at, u.updated_at as user_updated_at,
  u.deleted_at is not null or coalesce(u.banned_until > now(), false) as blocked,
  (select coalesce(jsonb_agg(to_jsonb(i) - 'id' || jsonb_build_object('identity_id', i.id, 'id', i.provider_id) order by i.created_at), '[]')
     from auth.identities i where i.user_id = u.id) as identities,
  (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'friendly_name', coalesce(f.friendly_name, ''), 'factor_type', f.factor_type,
     'status', f.status, 'created_at', f.created_at, 'updated_at', f.updated_at) order by f.created_at), '[]')
     from (select id, friendly_name, factor_type, status, created_at, updated_at from auth.mfa_factors where user_id = u.id
           union all select id, friendly_name, 'recovery_code', 'verified', created_at, updated_at from auth.mfa_recovery_sets where user_id = u.id) f) as factors`;

export const userRow = z.object({
  user_id: z.uuid(),
  email: z.string(),
  must_change_password: z.boolean(),
  email_confirmed_at: iso.nullable(),
  last_sign_in_at: iso.nullable(),
  raw_user_meta_data: z.record(z.string(), z.unknown()),
  user_created_at: iso,
  user_updated_at: iso,
  blocked: z.boolean(),
  email_change: z.string().nullable(),
  email_change_sent_at: iso.nullable(),
  has_password: z.boolean(),
  mfa_required: z.boolean(),
  identities: z.custom<Identity[]>(Array.isArray),
  factors: z.custom<Factor[]>(Array.isArray),
});
export type UserRow = z.infer<typeof userRow>;

const credentialsRow = z.object({
  account_key: z.string(),
  known_address: z.boolean(),
  id: z.uuid().nullable(),
  encrypted_password: z.string().nullable(),
  temporary_seconds: z.number().nullable(),
});
export type SignInFacts = z.infer<typeof credentialsRow>;

const KNOWN_ADDRESS =
  "exists(select from auth.sessions s where s.ip <<= $1::inet and s.created_at > now() - interval '30 days')";

// Always one row, so that known and unknown accounts do the same work.
const FACTS = {
  name: "auth_sign_in_facts",
  text: `select coalesce(u.id::text, encode(sha256(convert_to(n.email, 'UTF8')), 'hex')) as account_key,
           ${KNOWN_ADDRESS.replace("$1", "$2")} as known_address,
           u.id, u.encrypted_password,
           case when u.must_change_password then extract(epoch from now() - u.password_changed_at)::float8 end as temporary_seconds
         from (select auth.normalise_email($1) as email) n
         left join auth.users u on u.email_normalised = n.email and u.deleted_at is null`,
};

/** Facts for a sign-in before its password is checked. `addressGroup` is a CIDR. */
export async function signInFacts(pool: Pool, email: string, addressGroup: string): Promise<SignInFacts> {
  const { rows } = await pool.query({ ...FACTS, values: [email, addressGroup] });
  return credentialsRow.parse(rows[0]);
}

/** Whether anybody signed in from these addresses lately; `addressGroup` is a CIDR. */
export async function isKnownAddress(pool: Pool, addressGroup: string): Promise<boolean> {
  const { rows } = await pool.query({
    name: "auth_known_address",
    text: `select ${KNOWN_ADDRESS} as known`,
    values: [addressGroup],
  });
  return z.object({ known: z.boolean() }).parse(rows[0]).known;
}

/** Recovery codes do not count. */
export function hasVerifiedFactor(user: Pick<UserRow, "factors">): boolean {
  return user.factors.some((factor) => factor.status === "verified" && factor.factor_type !== "recovery_code");
}

export function presentUser(row: UserRow): User {
  const providers = row.identities.map((identity) => identity.provider);
  return {
    id: row.user_id,
    aud: "authenticated",
    role: "authenticated",
    email: row.email,
    phone: "",
    ...(row.email_change === null ? {} : { new_email: row.email_change }),
    ...(row.email_change_sent_at === null ? {} : { email_change_sent_at: row.email_change_sent_at }),
    ...(row.email_confirmed_at === null
      ? {}
      : { email_confirmed_at: row.email_confirmed_at, confirmed_at: row.email_confirmed_at }),
    ...(row.last_sign_in_at === null ? {} : { last_sign_in_at: row.last_sign_in_at }),
    app_metadata: {
      provider: "email",
      providers: ["email", ...providers],
      must_change_password: row.must_change_password,
      mfa_required: row.mfa_required,
    },
    user_metadata: row.raw_user_meta_data,
    identities: [emailIdentity(row), ...row.identities],
    factors: row.factors,
    created_at: row.user_created_at,
    updated_at: row.user_updated_at,
    is_anonymous: false,
  };
}

/** supabase-js counts the password as an identity; it cannot be unlinked, so it has no row. */
function emailIdentity(row: UserRow): Identity {
  return {
    identity_id: row.user_id,
    id: row.user_id,
    user_id: row.user_id,
    provider: "email",
    identity_data: { sub: row.user_id, email: row.email, email_verified: row.email_confirmed_at !== null },
    last_sign_in_at: row.last_sign_in_at,
    created_at: row.user_created_at,
    updated_at: row.user_updated_at,
  };
}
