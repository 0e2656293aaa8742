// The shapes of /auth/v1 that supabase-js reads and writes.
import { z } from "zod";
import { EMAIL_MAX_LENGTH, USER_DATA_MAX_DEPTH, USER_DATA_MAX_KEYS } from "./limits.ts";

export const PASSWORD_MAX_LENGTH = 1024;

export const assuranceLevelSchema = z.enum(["aal1", "aal2", "aal3"]);
export type AssuranceLevel = z.infer<typeof assuranceLevelSchema>;

export const amrEntrySchema = z.object({ method: z.string(), timestamp: z.number().int() });
export type AmrEntry = z.infer<typeof amrEntrySchema>;

/** Access token claims. The application role is absent: it is read from user_roles at every request. */
export const claimsSchema = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal("authenticated"),
  aud: z.literal("authenticated"),
  aal: assuranceLevelSchema,
  amr: z.array(amrEntrySchema),
  iss: z.string(),
  exp: z.number().int(),
  iat: z.number().int(),
});
export type Claims = z.infer<typeof claimsSchema>;

export const factorSchema = z.object({
  id: z.uuid(),
  friendly_name: z.string().optional(),
  factor_type: z.enum(["totp", "phone", "webauthn", "recovery_code"]),
  status: z.enum(["unverified", "verified"]),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Factor = z.infer<typeof factorSchema>;

export const identitySchema = z.object({
  identity_id: z.uuid(),
  id: z.string(),
  user_id: z.uuid(),
  provider: z.string(),
  identity_data: z.record(z.string(), z.unknown()),
  last_sign_in_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Identity = z.infer<typeof identitySchema>;

export const userSchema = z.object({
  id: z.uuid(),
  aud: z.literal("authenticated"),
  role: z.literal("authenticated"),
  email: z.string(),
  phone: z.string(),
  new_email: z.string().optional(),
  email_change_sent_at: z.string().optional(),
  email_confirmed_at: z.string().optional(),
  confirmed_at: z.string().optional(),
  last_sign_in_at: z.string().optional(),
  app_metadata: z.object({
    provider: z.string(),
    providers: z.array(z.string()),
    /** A temporary password is in use: only /auth/v1 answers until it is changed. */
    must_change_password: z.boolean(),
    /** The role demands a second factor; without one, the page starts enrolment. */
    mfa_required: z.boolean(),
  }),
  user_metadata: z.record(z.string(), z.unknown()),
  identities: z.array(identitySchema),
  factors: z.array(factorSchema),
  created_at: z.string(),
  updated_at: z.string(),
  is_anonymous: z.literal(false),
});
export type User = z.infer<typeof userSchema>;

export const sessionSchema = z.object({
  access_token: z.string(),
  token_type: z.literal("bearer"),
  expires_in: z.number().int(),
  expires_at: z.number().int(),
  refresh_token: z.string(),
  user: userSchema,
});
export type Session = z.infer<typeof sessionSchema>;

/** An address as typed; the server validates it when it is stored. */
const typedEmail = z
  .string()
  .min(1)
  .max(EMAIL_MAX_LENGTH)
  .regex(/^\P{Cc}+$/u);
const typedPassword = z.string().min(1).max(PASSWORD_MAX_LENGTH);

export const passwordGrantSchema = z.object({ email: typedEmail, password: typedPassword });
export const refreshGrantSchema = z.object({ refresh_token: z.string().min(1).max(200) });
export const pkceGrantSchema = z.object({
  auth_code: z.string().min(1).max(200),
  code_verifier: z.string().min(1).max(256),
});
export const logoutScopeSchema = z.enum(["global", "local", "others"]);
export type LogoutScope = z.infer<typeof logoutScopeSchema>;

/** RFC 7636. auth-js sends `plain` where SHA-256 is missing (plain http except localhost). Null: no PKCE. */
export const codeChallengeSchema = z.object({
  code_challenge: z
    .string()
    .regex(/^[A-Za-z0-9._~-]{43,128}$/)
    .nullish(),
  code_challenge_method: z
    .string()
    .toLowerCase()
    .pipe(z.enum(["s256", "plain"]))
    .nullish(),
});
export type CodeChallenge = z.infer<typeof codeChallengeSchema>;

export const recoverRequestSchema = codeChallengeSchema.extend({ email: typedEmail });

/** Links confirmed by a button on the page: `verifyOtp({ token_hash, type })`. */
export const verifyRequestSchema = z.object({
  type: z.enum(["invite", "recovery", "email_change"]),
  token_hash: z.string().min(1).max(200),
});
/** POST /verify with `email_change` signs nobody in. */
export interface ConfirmedEmail {
  user: { email: string };
}

/** POST /reauthenticate: re-authentication within the same session. */
export const reauthenticateSchema = z.union([
  z.object({ current_password: typedPassword }),
  z.object({ nonce: z.string().min(1).max(20) }),
]);

/** Data that an account stores itself: few keys, shallow. The database limits the total size. */
const userDataSchema = z
  .record(z.string().min(1).max(64), z.unknown())
  .refine((data) => Object.keys(data).length <= USER_DATA_MAX_KEYS)
  .refine((data) => depthOf(data) <= USER_DATA_MAX_DEPTH);

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

export const updateUserSchema = codeChallengeSchema.extend({
  password: typedPassword.optional(),
  /** Re-authenticates when the sign-in is not fresh. */
  current_password: typedPassword.optional(),
  /** The code that GET /reauthenticate mailed, instead of the password. */
  nonce: z.string().min(1).max(20).optional(),
  email: typedEmail.optional(),
  phone: z.string().max(0).optional(),
  /** Merged into what is stored; null removes a key. */
  data: userDataSchema.optional(),
});
export type UpdateUser = z.infer<typeof updateUserSchema>;

const friendlyName = z
  .string()
  .trim()
  .max(100)
  .regex(/^\P{Cc}*$/u)
  .nullish();
export const enrollRequestSchema = z.discriminatedUnion("factor_type", [
  z.object({ factor_type: z.literal("totp"), friendly_name: friendlyName, issuer: z.string().max(100).nullish() }),
  z.object({ factor_type: z.literal("webauthn"), friendly_name: friendlyName }),
  z.object({
    factor_type: z.literal("phone"),
    friendly_name: friendlyName,
    phone: z.string().regex(/^\+[1-9]\d{6,14}$/),
  }),
]);
export type EnrollRequest = z.infer<typeof enrollRequestSchema>;

/** A credential as browsers serialise it, with binary fields in base64url; only the fields that are checked. */
const credential = <T extends z.ZodRawShape>(response: T) =>
  z.object({
    id: z.string().max(2_000),
    rawId: z.string().max(2_000),
    type: z.literal("public-key"),
    response: z.object({ clientDataJSON: z.string().max(20_000), ...response }),
  });
export const newPasskeySchema = credential({
  attestationObject: z.string().max(40_000),
  transports: z.array(z.string().max(30)).max(10).catch([]).default([]),
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;
export const passkeyAssertionSchema = credential({
  authenticatorData: z.string().max(20_000),
  signature: z.string().max(10_000),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>;

export const verifyFactorSchema = z.union([
  z.object({
    challenge_id: z.uuid(),
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/),
  }),
  z.object({
    challenge_id: z.uuid(),
    webauthn: z.discriminatedUnion("type", [
      z.object({ type: z.literal("create"), credential_response: newPasskeySchema }),
      z.object({ type: z.literal("request"), credential_response: passkeyAssertionSchema }),
    ]),
  }),
]);
export type VerifyFactor = z.infer<typeof verifyFactorSchema>;

export const recoveryCodesRequestSchema = z.object({ friendly_name: friendlyName }).optional();
export const verifyRecoveryCodeSchema = z.object({ code: z.string().min(1).max(100) });
export const openSessionSchema = z.object({
  id: z.uuid(),
  current: z.boolean(),
  aal: assuranceLevelSchema,
  created_at: z.string(),
  refreshed_at: z.string(),
  user_agent: z.string().nullable(),
  ip: z.string().nullable(),
});
export type OpenSession = z.infer<typeof openSessionSchema>;

/** `code` repeats the HTTP status; auth-js branches on `error_code`; `msg` is in the caller's language. */
export const authErrorSchema = z.object({
  code: z.number().int(),
  error_code: z.string(),
  msg: z.string(),
  weak_password: z.object({ message: z.string(), reasons: z.array(z.string()) }).optional(),
});
export type AuthErrorReply = z.infer<typeof authErrorSchema>;

// biome-ignore format: grouped by subject
export const AUTH_ERROR_CODES = [
  "invalid_credentials", "user_banned", "bad_jwt", "no_authorization", "session_not_found", "session_expired",
  "refresh_token_not_found", "refresh_token_already_used", "session_restored", "signup_disabled", "user_not_found",
  "validation_failed", "email_address_invalid", "bad_json", "weak_password", "same_password", "email_exists",
  // Links and codes.
  "otp_expired", "flow_state_not_found", "bad_code_verifier", "reauthentication_needed", "reauthentication_not_valid",
  // Second factors.
  "insufficient_aal", "mfa_factor_not_found", "mfa_factor_name_conflict", "too_many_enrolled_mfa_factors", "mfa_challenge_expired",
  "mfa_verification_failed", "mfa_verified_factor_exists", "mfa_recovery_codes_sole_factor", "mfa_phone_enroll_not_enabled",
  "mfa_webauthn_enroll_not_enabled", "sms_send_failed",
  // Identities.
  "oauth_provider_not_supported", "bad_oauth_state", "bad_oauth_callback", "provider_email_needs_verification",
  "identity_not_found", "identity_already_exists", "single_identity_not_deletable",
  // Limits and faults.
  "over_request_rate_limit", "over_email_send_rate_limit", "over_sms_send_rate_limit", "not_found",
  "cross_site_request", "request_too_large", "service_unavailable", "unexpected_failure",
] as const;
export type AuthErrorCode = (typeof AUTH_ERROR_CODES)[number];
