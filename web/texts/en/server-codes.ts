import type { AuthErrorCode } from "#contract/auth.ts";
import type { ErrorCode } from "#contract/errors/codes.ts";

const SIGN_IN_AGAIN = "The session is no longer valid. Sign in again.";
const LINK_EXPIRED = "The link is no longer valid: it has been used or is too old. Ask for a new one.";
const CONFIRM = "Confirm the sign-in with your second step to go on.";
const TOO_MANY = "Too many attempts. Wait a while and try again.";
const NOT_READ = "The request could not be read. Nothing has been saved.";
const UNREADABLE_ANSWER =
  "What answers at the address is not a device of the chosen type. Check address, port and type.";

/** What stands in for a Swedish sentence that is not in sentences.ts: those that hold a name, and those written since. */
export const serverCodes: Record<ErrorCode | AuthErrorCode, string> = {
  invalid_body: NOT_READ,
  missing_parameter: NOT_READ,
  weak_password: "The password is too weak",
  invalid_email: "Invalid email address",
  trivial_pin:
    "The PIN is too easy to guess. Nothing has been saved. Choose another one or let the portal generate one.",
  pin_length: "The reader does not take PINs of that length. Nothing has been saved. Choose another length.",
  no_organization: "The organisation is missing",
  not_signed_in: SIGN_IN_AGAIN,
  webhook_unauthorized: "Wrong user name or password for the gate's call.",
  forbidden: "You are not allowed to do this. Nothing has been changed.",
  password_change_required: "Change your temporary password before you go on.",
  insufficient_aal: CONFIRM,
  not_found: "It is no longer there. Reload the list.",
  unknown_function: "The function does not exist.",
  unknown_action: "The action does not exist. Nothing has been changed.",
  controller_not_found: "The controller is no longer there. Reload the list.",
  gate_not_found: "The gate is no longer there. Reload the list.",
  conflict: "It could not be done as things stand now. Nothing has been changed. Reload and try again.",
  pin_in_use:
    "The PIN is in use already at one of the controllers. Nothing has been saved. Choose another one or let the portal generate one.",
  cross_site_request: "The call came from another website. Nothing has been done. Open the portal yourself.",
  request_timeout: "The request came too slowly and was broken off. Nothing has been saved. Try again.",
  pin_attempts_used_up:
    "No more PINs of your own can be tried right now, because the controller is shared with others. Nothing has been saved. Let the portal generate a PIN, or try again later.",
  pin_quota:
    "There are as many PINs here as one may have. Nothing has been saved. Remove some that are no longer used.",
  email_taken: "The email address is already in use",
  organization_in_use: "The organisation has linked resources. Remove these first.",
  controller_in_use: "The controller has linked resources. Remove these first.",
  changed_by_other:
    "Someone else has changed this since you opened it. Nothing has been saved. Reload, or keep your changes.",
  last_system_admin:
    "There must be at least one system administrator. Nothing has been changed. Add another one first.",
  cannot_delete_self: "You cannot remove yourself",
  too_large: "The request is too large. Nothing has been saved.",
  rate_limited: TOO_MANY,
  mail_refused: "The mail server does not accept the address. Check the email address.",
  device_fault: "The device refused. Nothing has been changed on it.",
  device_auth_failed: "The device did not accept the user name or the password. Check them.",
  device_nonsense: UNREADABLE_ANSWER,
  device_unsupported: "The device's firmware has no access service. Change to a firmware track with VAPIX.",
  device_without_lists:
    "The LPR server has no plate lists. Nothing has been written there, and the portal decides passages as usual. Enable plate lists on the server or switch the list off on the controller.",
  device_certificate_changed:
    "The device's certificate has changed. No password has been sent. Accept the new certificate if the device has been replaced.",
  device_certificate_error: "The device's certificate could not be used. No password has been sent.",
  device_serial_changed: "Another device answers at the address. Rebuild the controller if it has been replaced.",
  device_address_forbidden:
    "The address is outside the networks that the portal may reach. Ask the operator to add the network to DEVICE_NETWORKS.",
  device_basic_over_http: "The device wants the password unencrypted. Use https, port 443.",
  device_locked:
    "The device does not let the account in: it is locked after too many attempts, or needs a second factor or other hours there.",
  device_overloaded: "The device is overloaded. Try again in a while.",
  macro_refused: "The LPR server did not run the macro. Check the account's rights and the macro's ID.",
  device_unreachable: "The device is not answering. Check address, port and network and try again.",
  device_timeout: "The device did not answer in time. Try again when it is back.",
  internal: "An unexpected error occurred",
  database_unavailable: "The database is not answering right now. Nothing has been saved. Try again in a while.",
  database_full:
    "The database is short of space or memory. Nothing has been saved. Ask whoever runs the portal to look at Operation, and try again then.",
  outcome_unknown:
    "The database stopped answering just as the change was saved, and it is not certain whether it was made. Reload and look before you try again.",
  saved_unconfirmed:
    "The change is saved, but the database stopped answering before the devices had it. They get it when the database answers again.",

  invalid_credentials: "Wrong email address or password",
  user_banned: "The account is locked. Contact a system administrator.",
  bad_jwt: SIGN_IN_AGAIN,
  no_authorization: "Sign in to go on.",
  session_not_found: SIGN_IN_AGAIN,
  session_expired: SIGN_IN_AGAIN,
  refresh_token_not_found: SIGN_IN_AGAIN,
  refresh_token_already_used: SIGN_IN_AGAIN,
  signup_disabled: "You cannot create an account yourself. Contact an administrator.",
  user_not_found: "The account is no longer there.",
  validation_failed: NOT_READ,
  email_address_invalid: "Invalid email address",
  bad_json: NOT_READ,
  same_password: "Choose another password than the one you have now.",
  email_exists: "The email address is already in use",
  otp_expired: LINK_EXPIRED,
  flow_state_not_found: LINK_EXPIRED,
  bad_code_verifier: "Open the link in the browser that you asked for it in, or ask for a new one.",
  reauthentication_needed: "Confirm that it is you: enter your password or your second step again.",
  reauthentication_not_valid: "The password or the code is wrong.",
  mfa_factor_not_found: "The second step is no longer there.",
  mfa_factor_name_conflict: "There is a second step with that name already.",
  too_many_enrolled_mfa_factors: "The account has ten second steps already. Remove one first.",
  mfa_challenge_expired: "It took too long. Try again.",
  mfa_verification_failed: "The code is wrong. Try again with a new one.",
  mfa_verified_factor_exists: "There are recovery codes already. Make new ones instead.",
  mfa_recovery_codes_sole_factor: "Add another second step first.",
  mfa_phone_enroll_not_enabled: "The portal cannot send text messages. Choose another second step.",
  mfa_webauthn_enroll_not_enabled: "Passkeys need the portal to have a name, not only an IP address.",
  sms_send_failed: "The text message could not be sent. Try again in a while.",
  oauth_provider_not_supported: "This portal does not have that way to sign in.",
  bad_oauth_state: "Signing in took too long. Start over.",
  bad_oauth_callback: "Signing in was cut short or could not be confirmed. Try again.",
  provider_email_needs_verification:
    "The sign-in is not linked to any account. Sign in with your password and link it under My account.",
  identity_not_found: "The link to that sign-in is no longer there.",
  identity_already_exists: "The sign-in is linked to an account already.",
  single_identity_not_deletable: "The account must keep at least one way to sign in.",
  over_request_rate_limit: TOO_MANY,
  over_email_send_rate_limit: "Too many emails. Wait a while and try again.",
  over_sms_send_rate_limit: "Too many text messages. Wait a while and try again.",
  request_too_large: "The request is too large. Nothing has been saved.",
  service_unavailable: "The service is not answering right now. Try again in a while.",
  unexpected_failure: "An unexpected error occurred",
};
