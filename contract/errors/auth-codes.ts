// The status and meaning of each code of /auth/v1 for the rest of the portal.
import type { AuthErrorCode } from "../auth.ts";
import type { ErrorCode } from "./codes.ts";
import type { Refusal } from "./define-errors.ts";

const PORTAL_CODES: Readonly<Record<AuthErrorCode, readonly [status: number, code: ErrorCode]>> = {
  invalid_credentials: [401, "not_signed_in"],
  user_banned: [403, "forbidden"],
  bad_jwt: [401, "not_signed_in"],
  no_authorization: [401, "not_signed_in"],
  session_not_found: [401, "not_signed_in"],
  session_expired: [401, "not_signed_in"],
  refresh_token_not_found: [401, "not_signed_in"],
  refresh_token_already_used: [401, "not_signed_in"],
  session_restored: [401, "not_signed_in"],
  over_request_rate_limit: [429, "rate_limited"],
  validation_failed: [400, "invalid_body"],
  email_address_invalid: [400, "invalid_email"],
  bad_json: [400, "invalid_body"],
  signup_disabled: [403, "forbidden"],
  weak_password: [400, "weak_password"],
  same_password: [400, "weak_password"],
  otp_expired: [403, "forbidden"],
  flow_state_not_found: [403, "forbidden"],
  bad_code_verifier: [403, "forbidden"],
  reauthentication_needed: [403, "forbidden"],
  reauthentication_not_valid: [403, "forbidden"],
  insufficient_aal: [403, "insufficient_aal"],
  mfa_factor_not_found: [404, "not_found"],
  mfa_factor_name_conflict: [409, "conflict"],
  too_many_enrolled_mfa_factors: [409, "conflict"],
  mfa_challenge_expired: [403, "forbidden"],
  mfa_verification_failed: [403, "forbidden"],
  mfa_verified_factor_exists: [409, "conflict"],
  mfa_recovery_codes_sole_factor: [409, "conflict"],
  mfa_phone_enroll_not_enabled: [404, "unknown_function"],
  mfa_webauthn_enroll_not_enabled: [404, "unknown_function"],
  sms_send_failed: [503, "internal"],
  oauth_provider_not_supported: [404, "not_found"],
  bad_oauth_state: [403, "forbidden"],
  bad_oauth_callback: [403, "forbidden"],
  provider_email_needs_verification: [403, "forbidden"],
  identity_not_found: [404, "not_found"],
  identity_already_exists: [409, "conflict"],
  single_identity_not_deletable: [409, "conflict"],
  over_email_send_rate_limit: [429, "rate_limited"],
  over_sms_send_rate_limit: [429, "rate_limited"],
  email_exists: [409, "email_taken"],
  user_not_found: [404, "not_found"],
  not_found: [404, "not_found"],
  request_too_large: [413, "too_large"],
  service_unavailable: [503, "database_unavailable"],
  cross_site_request: [403, "forbidden"],
  unexpected_failure: [500, "internal"],
};

export interface AuthFacts {
  status: number;
  code: ErrorCode;
  authStatus: number;
  authCode: AuthErrorCode;
}

/** A refusal with GoTrue's code and status. */
export type AuthRefusal = Refusal & AuthFacts & { reasons?: readonly ("length" | "characters")[] };

export const isAuthRefusal = (refusal: Refusal): refusal is AuthRefusal => "authCode" in refusal;

/** Returns the facts of a refusal by the sign-in interface. `authStatus`: the one that Supabase's clients expect there. */
export function is(authCode: AuthErrorCode, authStatus: number): AuthFacts {
  const [status, code] = PORTAL_CODES[authCode];
  return { status, code, authStatus, authCode };
}
