import type { FastifyReply, FastifyRequest } from "fastify";
import { ZodError } from "zod";
import type { AuthErrorCode, AuthErrorReply } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { type AuthRefusal, is, isAuthRefusal } from "#contract/errors/auth-codes.ts";
import { languageOf } from "#server/platform/http/accept-language.ts";
import { PortalError, toPortalError, violatedRule } from "#server/platform/http/errors.ts";

export interface AuthErrorOptions {
  status?: number | undefined;
  /** Seconds until a retry can succeed. */
  retryAfter?: number;
  cause?: unknown;
}

/** A refusal with two codes: /auth/v1 answers `authCode` and `authStatus`, other calls the portal's code and status. */
export class AuthError extends PortalError {
  override name = "AuthError";
  readonly authStatus: number;
  readonly authCode: AuthErrorCode;
  readonly retryAfter: number | undefined;
  readonly reasons: AuthRefusal["reasons"];

  constructor(refusal: AuthRefusal, { status, retryAfter, cause }: AuthErrorOptions = {}) {
    super(refusal, { cause });
    this.authStatus = status ?? refusal.authStatus;
    this.authCode = refusal.authCode;
    this.retryAfter = retryAfter;
    this.reasons = refusal.reasons;
  }
}

export class BusyError extends AuthError {
  override name = "BusyError";

  constructor() {
    super(authErrors.many_sign_ins(), { retryAfter: 2 });
  }
}

/** Throws AuthError for a violated constraint that has a sentence in the catalogues of /auth/v1. */
export async function refusing<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    const rule = violatedRule(error);
    throw rule !== null && isAuthRefusal(rule) ? new AuthError(rule, { cause: error }) : error;
  }
}

/** Converts any thrown value to an AuthError, so that foreign errors reach no caller. */
export function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof ZodError) {
    const field = error.issues[0]?.path.join(".") || null;
    return new AuthError(authErrors.field_of_auth_unreadable({ field }), { cause: error });
  }
  const known = toPortalError(error);
  const { reason, message: sv } = known;
  const shown = { reason, sv, en: known.sentence("en"), ...is(codeFor(known), known.status) };
  return new AuthError(shown, { cause: known.cause ?? known });
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

/** Answers in the form of Supabase's auth server, in the caller's language. Logs only errors of the server itself. */
export function sendAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAuthError(error);
  if (known.authStatus >= 500) {
    request.log.error({ err: known.cause ?? known, code: known.authCode }, "auth request failed");
  }
  if (known.retryAfter !== undefined) void reply.header("retry-after", Math.max(1, Math.ceil(known.retryAfter)));
  const language = languageOf(request);
  const msg = known.sentence(language);
  const body: AuthErrorReply = {
    code: known.authStatus,
    error_code: known.authCode,
    msg,
    ...(known.reasons === undefined ? {} : { weak_password: { message: msg, reasons: [...known.reasons] } }),
  };
  return reply.code(known.authStatus).header("content-language", language).send(body);
}
