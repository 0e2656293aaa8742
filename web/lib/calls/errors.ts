import { ownWord } from "#contract/own-word.ts";
import { errorTexts, sentenceForCode } from "#web/texts/errors.sv.ts";

/** A failed table or auth call. `message` is ready to show. `status` 0 means that no answer came. */
export class BackendError extends Error {
  override readonly name: string = "BackendError";
  readonly code: string;
  readonly status: number;

  constructor(message: string, options: { code: string; status: number; cause: unknown }) {
    super(message, { cause: options.cause });
    this.code = options.code;
    this.status = options.status;
  }
}

/** A failed call of /functions/v1. `message` is the server's sentence. */
export class FunctionError extends BackendError {
  override readonly name = "FunctionError";
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  readonly details: Readonly<Record<string, string>>;

  constructor(
    message: string,
    options: {
      code: string;
      status: number;
      cause: unknown;
      field: string | undefined;
      requestId: string | undefined;
      details?: Readonly<Record<string, string>> | undefined;
    },
  ) {
    super(message, options);
    this.field = options.field;
    this.requestId = options.requestId;
    this.details = options.details ?? {};
  }
}

export interface WireError {
  /** The class of an error of supabase-js. */
  name?: string;
  message: string;
  code?: string | undefined;
  status?: number | undefined;
}

/** Codes of PostgreSQL and PostgREST, whose messages are not for people. `PT…` is raised by the portal itself. */
const TECHNICAL = /^(?!PT)[0-9A-Z]{5,8}$/;

/** Converts a supabase-js error to a BackendError with the portal's sentence, or the page's; the original is its `cause`. */
export function backendError(error: WireError, status: number): BackendError {
  const code = status === 0 ? "network" : error.code || "unexpected";
  const said = TECHNICAL.test(code) || code === "unexpected" ? errorTexts.unexpected : error.message;
  return new BackendError(sentenceForCode(code) ?? said, { code, status, cause: error });
}

/** Tells whether the database stopped a query that took too long: another one may be quick. */
export function isTimeout(error: unknown): boolean {
  return error instanceof BackendError && error.code === "57014";
}

/** Sentences for errors that supabase-js itself makes, in English, without an answer of the server. */
const OWN_ERRORS: Record<string, string> = {
  AuthSessionMissingError: errorTexts.signedOut,
  AuthRefreshDiscardedError: errorTexts.conflict,
};

/** Converts an /auth/v1 error to a BackendError with the server's sentence, or the page's for an error of supabase-js itself. */
export function authError(error: WireError): BackendError {
  const status = error.status ?? 0;
  if (status === 0 || status >= 500) return backendError(error, status);
  return new BackendError(ownWord(OWN_ERRORS, error.name ?? "") ?? error.message, {
    code: error.code ?? "unexpected",
    status,
    cause: error,
  });
}

const CANCELLED = "cancelled";

/** Converts the refusal of an operation whose question was closed: the person knows, and nothing failed. */
export function cancelled(refusal: BackendError): BackendError {
  return new BackendError(refusal.message, { code: CANCELLED, status: refusal.status, cause: refusal });
}

/** Tells whether the person closed the question that came before the operation, so that nothing failed. */
export function isCancelled(error: unknown): boolean {
  return error instanceof BackendError && error.code === CANCELLED;
}

/** Returns the sentence of any caught value, for toasts. */
export function errorSentence(error: unknown): string {
  return error instanceof BackendError ? error.message : errorTexts.unexpected;
}

/** Tells whether the same call may succeed soon: no network, too many calls, or a fault of the server. */
export function isRetryable(error: unknown): boolean {
  return error instanceof BackendError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
