// What the page knows about a failed call: a code to branch on and a sentence to show.
import { errorTexts, sentenceForCode } from "#web/texts/errors.ts";

/** A table or auth call that failed. `message` is ready to show. `status` 0 means that no answer came. */
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

/** A function (/functions/v1) that answered with an error, or did not answer. `message` is the server's sentence. */
export class FunctionError extends BackendError {
  override readonly name = "FunctionError";
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  /** More of what was met (contract/errors.ts); empty when there is none. */
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

/** The shape that supabase-js gives for every failed call. */
export interface WireError {
  message: string;
  code?: string | undefined;
  status?: number | undefined;
}

/** Codes that PostgreSQL and PostgREST give: what they say is no sentence for people. `PT…` is raised by the portal itself. */
const TECHNICAL = /^(?!PT)[0-9A-Z]{5,8}$/;

/** supabase-js error → BackendError with the portal's sentence, or one of ours where the wire has none; its own text stays in `cause`. */
export function backendError(error: WireError, status: number): BackendError {
  const code =
    status === 0 || /failed to fetch|networkerror|load failed/i.test(error.message)
      ? "network"
      : error.code || "unexpected";
  const said = TECHNICAL.test(code) || code === "unexpected" ? errorTexts.unexpected : error.message;
  return new BackendError(sentenceForCode(code) ?? said, { code, status, cause: error });
}

/** An error of /auth/v1 → BackendError with the server's own sentence, which says what to do. */
export function authError(error: WireError): BackendError {
  const status = error.status ?? 0;
  if (status === 0 || status >= 500) return backendError(error, status);
  return new BackendError(error.message, { code: error.code ?? "unexpected", status, cause: error });
}

/** The sentence of any caught value, for toasts. */
export function errorSentence(error: unknown): string {
  return error instanceof BackendError ? error.message : errorTexts.unexpected;
}

/** True when asking again may help: no answer, overload or a server fault. */
export function isRetryable(error: unknown): boolean {
  return error instanceof BackendError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
