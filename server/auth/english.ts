// What each code of /auth/v1 says in English. A code that has several Swedish sentences gives its English one where it is
// thrown; everything else is here.
import type { AuthErrorCode } from "#contract/auth.ts";

const SIGN_IN_AGAIN = "The sign-in is no longer valid. Sign in again.";
const TRY_LATER = "Too many tries. Wait a while and try again.";
const LINK_ENDED = "The link is no longer valid: it has been used or is too old. Ask for a new one.";

export const ENGLISH: Record<AuthErrorCode, string> = {
  invalid_credentials: "Wrong email address or password",
  user_banned: "The account is blocked. Contact a system administrator.",
  bad_jwt: SIGN_IN_AGAIN,
  no_authorization: "Sign in to go on.",
  session_not_found: SIGN_IN_AGAIN,
  session_expired: SIGN_IN_AGAIN,
  refresh_token_not_found: SIGN_IN_AGAIN,
  refresh_token_already_used: SIGN_IN_AGAIN,
  signup_disabled: "Accounts cannot be created here. Contact an administrator.",
  user_not_found: "The account no longer exists.",
  validation_failed: "The request could not be read. Nothing was saved.",
  email_address_invalid: "Invalid email address",
  bad_json: "The request could not be read.",
  weak_password: "The password is too weak",
  same_password: "Choose another password than the one you have now.",
  email_exists: "The email address is already in use",
  otp_expired: LINK_ENDED,
  flow_state_not_found: LINK_ENDED,
  bad_code_verifier: "Open the link in the same browser that you asked for it in, or ask for a new one.",
  reauthentication_needed: "Confirm that it is you: enter your password or your second factor again.",
  reauthentication_not_valid: "The password or the code is wrong.",
  insufficient_aal: "Confirm the sign-in with your second factor to go on.",
  mfa_factor_not_found: "The second factor does not exist.",
  mfa_factor_name_conflict: "There is already a second factor with that name.",
  too_many_enrolled_mfa_factors: "The account already has ten second factors. Remove one first.",
  mfa_challenge_expired: "That took too long. Try again.",
  mfa_verification_failed: "The code is wrong. Try again with a new code.",
  mfa_verified_factor_exists: "There are recovery codes already. Make new ones instead.",
  mfa_recovery_codes_sole_factor: "Add another second factor first.",
  mfa_phone_enroll_not_enabled: "The portal cannot send text messages. Choose another second factor.",
  mfa_webauthn_enroll_not_enabled: "Passkeys need the portal to have a name and not only an IP address.",
  sms_send_failed: "The text message could not be sent. Try again in a while.",
  oauth_provider_not_supported: "There is no such way of signing in.",
  bad_oauth_state: "The sign-in took too long. Begin again.",
  bad_oauth_callback: "The sign-in was cancelled or could not be confirmed. Try again.",
  provider_email_needs_verification:
    "The sign-in is not linked to an account. Sign in with a password and link it under My account.",
  identity_not_found: "The linked sign-in no longer exists.",
  identity_already_exists: "The sign-in is already linked to an account.",
  single_identity_not_deletable: "The account must keep at least one way to sign in.",
  over_request_rate_limit: TRY_LATER,
  over_email_send_rate_limit: "Too many emails. Wait a while and try again.",
  over_sms_send_rate_limit: "Too many text messages. Wait a while and try again.",
  not_found: "There is no such call or object.",
  request_too_large: "The request is too large. Nothing was saved.",
  service_unavailable: "The database does not answer right now. Nothing was saved. Try again in a while.",
  cross_site_request: "The call came from another website. Nothing was done. Open the portal itself.",
  unexpected_failure: "An unexpected error occurred",
};
