import { z } from "zod";
import type { Factor, Identity, User } from "#contract/auth.ts";

const iso = z.date().transform((date) => date.toISOString());

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
  mfa_required: z.boolean(),
  identities: z.custom<Identity[]>(Array.isArray),
  factors: z.custom<Factor[]>(Array.isArray),
});
export type UserRow = z.infer<typeof userRow>;

/** Tells whether the account has a verified factor. Recovery codes do not count. */
export function hasVerifiedFactor(user: Pick<UserRow, "factors">): boolean {
  return user.factors.some((factor) => factor.status === "verified" && factor.factor_type !== "recovery_code");
}

/** Returns the account in Supabase's form. */
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

/** Returns the password as an identity, as supabase-js expects. It cannot be unlinked, so it has no row. */
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
