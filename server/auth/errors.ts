// The errors of /auth/v1 in the shape that auth-js maps, and the one place that turns any thrown thing into a reply.
import type { FastifyReply, FastifyRequest } from "fastify";
import { ZodError } from "zod";
import type { AuthErrorCode, AuthErrorReply } from "#contract/auth.ts";
import type { ErrorCode } from "#contract/errors/codes.ts";
import { type Language, languageOf } from "../http/accept-language.ts";
import { PortalError, toPortalError } from "../http/errors.ts";
import { ENGLISH } from "./english.ts";

/**
 * An error of the authentication service. As a PortalError it has the portal's own code and status, so that a function
 * which creates an account passes it on as it is; /auth/v1 itself answers `authCode` and `authStatus`.
 */
export class AuthError extends PortalError {
  override name = "AuthError";
  readonly authStatus: number;
  readonly authCode: AuthErrorCode;
  /** The sentence in English; that of the code when nothing else was given. */
  readonly english: string;
  /** Seconds until another try can succeed. */
  readonly retryAfter: number | undefined;
  /** Why a password is too weak, in GoTrue's words. */
  readonly reasons: readonly WeakPasswordReason[] | undefined;

  constructor(authStatus: number, authCode: AuthErrorCode, message: string, options: AuthErrorOptions = {}) {
    const [status, code] = PORTAL_CODES[authCode];
    super(status, code, message, options.cause === undefined ? {} : { cause: options.cause });
    this.authStatus = authStatus;
    this.authCode = authCode;
    this.english = options.english ?? ENGLISH[authCode];
    this.retryAfter = options.retryAfter;
    this.reasons = options.reasons;
  }
}

export type WeakPasswordReason = "length" | "characters";

export interface AuthErrorOptions {
  english?: string;
  retryAfter?: number;
  reasons?: readonly WeakPasswordReason[];
  cause?: unknown;
}

/** What each is for the other parts of the portal: status and code of contract/errors.ts. */
const PORTAL_CODES: Record<AuthErrorCode, readonly [number, ErrorCode]> = {
  invalid_credentials: [401, "not_signed_in"],
  user_banned: [403, "forbidden"],
  bad_jwt: [401, "not_signed_in"],
  no_authorization: [401, "not_signed_in"],
  session_not_found: [401, "not_signed_in"],
  session_expired: [401, "not_signed_in"],
  refresh_token_not_found: [401, "not_signed_in"],
  refresh_token_already_used: [401, "not_signed_in"],
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

const SIGN_IN_AGAIN = "Inloggningen gäller inte längre. Logga in igen.";

/** Turned away before anything was looked at. */
export class BusyError extends AuthError {
  override name = "BusyError";
}

export const authErrors = {
  /** One answer for an unknown account, a wrong password and an account without a password. */
  invalidCredentials: () => new AuthError(400, "invalid_credentials", "Fel e-postadress eller lösenord"),
  userBanned: () => new AuthError(403, "user_banned", "Kontot är spärrat. Kontakta en systemadministratör."),
  noAuthorization: () => new AuthError(401, "no_authorization", "Logga in för att fortsätta."),
  badJwt: (cause: unknown) => new AuthError(403, "bad_jwt", SIGN_IN_AGAIN, { cause }),
  sessionNotFound: () => new AuthError(403, "session_not_found", SIGN_IN_AGAIN),
  sessionExpired: () => new AuthError(401, "session_expired", SIGN_IN_AGAIN),
  refreshTokenNotFound: () => new AuthError(400, "refresh_token_not_found", SIGN_IN_AGAIN),
  refreshTokenAlreadyUsed: () => new AuthError(400, "refresh_token_already_used", SIGN_IN_AGAIN),
  tooManyTries: (retryAfter: number) =>
    new AuthError(429, "over_request_rate_limit", "För många försök. Vänta en stund och försök igen.", { retryAfter }),
  busy: () =>
    new BusyError(429, "over_request_rate_limit", "Många loggar in just nu. Försök igen om några sekunder.", {
      english: "Many people are signing in right now. Try again in a few seconds.",
      retryAfter: 2,
    }),
  linkExpired: () =>
    new AuthError(403, "otp_expired", "Länken gäller inte längre: den är använd eller för gammal. Begär en ny."),
  codeUnknown: () =>
    new AuthError(
      404,
      "flow_state_not_found",
      "Länken gäller inte längre: den är använd eller för gammal. Begär en ny.",
    ),
  badCodeVerifier: () =>
    new AuthError(400, "bad_code_verifier", "Öppna länken i samma webbläsare som du begärde den i, eller begär en ny."),
  reauthenticationNeeded: () =>
    new AuthError(
      400,
      "reauthentication_needed",
      "Bekräfta att det är du: ange ditt lösenord eller ditt andra steg igen.",
    ),
  insufficientAal: (status = 403) =>
    new AuthError(status, "insufficient_aal", "Bekräfta inloggningen med ditt andra steg för att fortsätta."),
  temporaryPassword: () =>
    new AuthError(403, "insufficient_aal", "Byt först ditt tillfälliga lösenord.", {
      english: "Change your temporary password first.",
    }),
  factorNotFound: () => new AuthError(404, "mfa_factor_not_found", "Det andra steget finns inte längre."),
  verificationFailed: (cause?: unknown) =>
    new AuthError(422, "mfa_verification_failed", "Koden stämmer inte. Försök igen med en ny kod.", { cause }),
  signupDisabled: () =>
    new AuthError(422, "signup_disabled", "Det går inte att skapa ett eget konto. Kontakta en administratör."),
  validationFailed: (message: string, options: Pick<AuthErrorOptions, "english" | "cause"> = {}) =>
    new AuthError(400, "validation_failed", message, options),
  emailInvalid: (cause: unknown) => new AuthError(400, "email_address_invalid", "Ogiltig e-postadress", { cause }),
  badJson: (cause: unknown) => new AuthError(400, "bad_json", "Begäran kunde inte läsas.", { cause }),
};

/** Any thrown thing as an AuthError; what is not ours says nothing of itself to the caller. */
export function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof ZodError) {
    const field = error.issues[0]?.path.join(".") || "(hela begäran)";
    return authErrors.validationFailed(`Begäran kunde inte läsas. Kontrollera fältet ${field}.`, {
      english: `The request could not be read. Check the field ${field.replace("hela begäran", "the whole request")}.`,
      cause: error,
    });
  }
  const known = toPortalError(error);
  return new AuthError(known.status, codeFor(known), known.message, { cause: known.cause ?? known });
}

function codeFor(error: PortalError): AuthErrorCode {
  switch (error.status) {
    case 400:
      return "validation_failed";
    case 401:
      return "bad_jwt";
    case 403:
      return "cross_site_request";
    case 404:
      return "not_found";
    case 413:
      return "request_too_large";
    case 429:
      return "over_request_rate_limit";
    case 503:
      return "service_unavailable";
    default:
      return "unexpected_failure";
  }
}

/** What an error says to a person. */
export function sentenceOf(error: AuthError, language: Language): string {
  return language === "en" ? error.english : error.message;
}

/** Fastify error handler of /auth/v1. */
export function sendAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAuthError(error);
  if (known.authStatus >= 500) {
    request.log.error({ err: known.cause ?? known, code: known.authCode }, "auth request failed");
  }
  if (known.retryAfter !== undefined) void reply.header("retry-after", Math.max(1, Math.ceil(known.retryAfter)));
  const language = languageOf(request);
  const msg = sentenceOf(known, language);
  const body: AuthErrorReply = {
    code: known.authStatus,
    error_code: known.authCode,
    msg,
    ...(known.reasons === undefined ? {} : { weak_password: { message: msg, reasons: [...known.reasons] } }),
  };
  return reply.code(known.authStatus).header("content-language", language).send(body);
}
