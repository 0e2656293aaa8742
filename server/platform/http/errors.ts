import type { FastifyReply, FastifyRequest } from "fastify";
import { DatabaseError } from "pg";
import { ZodError } from "zod";
import type { ErrorCode, ErrorReply } from "#contract/errors/codes.ts";
import { refusalOfConstraint } from "#contract/errors/constraints.ts";
import type { ErrorParams, Refusal } from "#contract/errors/define-errors.ts";
import { type FailedOperation, failedOperation } from "#contract/errors/failed-operations.ts";
import { platformErrors } from "#contract/errors/platform.ts";
import type { Language } from "#contract/language.ts";
import { languageOf } from "./accept-language.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Name of the catalogue's error that answered the request. */
    refusedAs: string | null;
  }
}

export interface PortalErrorOptions {
  field?: string | undefined;
  /** Sent unchanged. */
  details?: Readonly<Record<string, string>> | undefined;
  cause?: unknown;
}

/** A refusal of the catalogue (contract/errors). `message` is Swedish, for the log; callers get their own language. */
export class PortalError extends Error {
  override name = "PortalError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly reason: string;
  readonly params: ErrorParams | undefined;
  readonly field: string | undefined;
  readonly details: Readonly<Record<string, string>> | undefined;
  readonly #refusal: Refusal;

  constructor(refusal: Refusal, { field, details, cause }: PortalErrorOptions = {}) {
    super(refusal.sv, cause === undefined ? {} : { cause });
    this.#refusal = refusal;
    this.status = refusal.status;
    this.code = refusal.code;
    this.reason = refusal.reason;
    this.params = refusal.params;
    this.field = field ?? refusal.field;
    this.details = details;
  }

  sentence(language: Language): string {
    return this.#refusal[language];
  }

  at(field: string): PortalError {
    return new PortalError(this.#refusal, { field, details: this.details, cause: this });
  }

  /** Puts the attempted operation before the reason, once. */
  during(action: FailedOperation): PortalError {
    if (this.#refusal.sv.startsWith(failedOperation(action, "sv"))) return this;
    const sv = failedOperation(action, "sv") + this.#refusal.sv;
    const en = failedOperation(action, "en") + this.#refusal.en;
    const { field, details } = this;
    return new PortalError({ ...this.#refusal, sv, en }, { field, details, cause: this });
  }
}

/** Thrown when the connection was lost during commit: nobody knows whether it succeeded. */
export class OutcomeUnknownError extends PortalError {
  override name = "OutcomeUnknownError";

  constructor(cause: unknown) {
    super(platformErrors.outcome_unknown(), { cause });
  }
}

/** Thrown when the server that answered is a standby: a switchover has not reached the balancer yet. */
export class StandbyError extends Error {
  override name = "StandbyError";

  constructor() {
    super("the server is a standby; the primary is elsewhere");
  }
}

/** SQLSTATE: connection lost, shut down, starting, out of connections. 08P01 is a statement that the server could not read. */
const UNAVAILABLE = /^(08(?!P01)|57P0|53300)/;
/** A write at a primary that has just become a standby; portal code writes in no transaction that it has begun as read-only. */
const READ_ONLY = "25006";
/** Disk full, out of memory and other machine limits; the statement was undone. */
const OUT_OF_SPACE = /^53[12]/;
const CONNECTION_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"]);
/** A database on a Unix socket removes the socket's file when it stops. */
const isSocketGone = (error: Error, code: string) =>
  code === "ENOENT" && "syscall" in error && error.syscall === "connect";

/** Tells whether the database was away, so that a repeat may succeed, as opposed to a statement that it refused. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof OutcomeUnknownError || error instanceof StandbyError) return true;
  // FATAL always ends the connection.
  if (error instanceof DatabaseError) return error.severity === "FATAL" || UNAVAILABLE.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    CONNECTION_CODES.has(code) ||
    isSocketGone(error, code) ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/.test(
      error.message,
    )
  );
}

/** A number, time or text that its type cannot hold. */
const OUT_OF_RANGE = new Set(["22001", "22003", "22007", "22008", "22P02"]);
const FOREIGN_KEY = "23503";
const RESTRICTED = "23001";
const UNIQUE = "23505";
const EXCLUSION = "23P01";

/** NUL in text and in JSON, the one character PostgreSQL cannot store. */
const UNSTORABLE_TEXT = new Set(["22021", "22P05"]);

/** Returns the refusal of a violated constraint that has its own sentence; null for any other error. */
export function violatedRule(error: unknown): Refusal | null {
  if (!(error instanceof DatabaseError) || error.constraint === undefined) return null;
  return refusalOfConstraint(error.constraint, error.detail ?? "");
}

/** Converts any thrown value to a PortalError; foreign errors become the cause and reach no caller. */
export function toPortalError(error: unknown): PortalError {
  if (error instanceof PortalError) return error;
  return new PortalError(violatedRule(error) ?? refusalOf(error), { field: unreadableField(error), cause: error });
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof ZodError) {
    const field = unreadableField(error) ?? "";
    // The specification's words (section 8).
    return field.endsWith("organization_id")
      ? platformErrors.organization_id_required()
      : platformErrors.field_unreadable({ field });
  }
  if (isDatabaseUnavailable(error) || (error instanceof DatabaseError && error.code === READ_ONLY))
    return platformErrors.database_unavailable();
  if (error instanceof DatabaseError && OUT_OF_SPACE.test(error.code ?? "")) return platformErrors.database_full();
  if (error instanceof Error && "code" in error && UNSTORABLE_TEXT.has(String(error.code)))
    return platformErrors.text_unstorable();
  const held = heldByTable(error);
  if (held !== null) return held;
  return fromFastify(error) ?? platformErrors.internal();
}

/** Returns the refusal for a key, check or exclusion of a table without a sentence of its own: the request does not fit the stored rows. */
function heldByTable(error: unknown): Refusal | null {
  if (!(error instanceof DatabaseError) || error.code === undefined) return null;
  if (OUT_OF_RANGE.has(error.code)) return platformErrors.form_invalid();
  if (!error.code.startsWith("23")) return null;
  if (error.code === FOREIGN_KEY && error.detail?.includes("is not present")) return platformErrors.belongs_to_gone();
  // Raised by a trigger for a missing row, as in private.fill_credential; it names no row.
  if (error.code === FOREIGN_KEY && error.detail === undefined) return platformErrors.belongs_to_gone();
  if (error.code === FOREIGN_KEY || error.code === RESTRICTED) return platformErrors.still_in_use();
  if (error.code === UNIQUE || error.code === EXCLUSION) return platformErrors.there_already();
  return platformErrors.form_invalid();
}

const unreadableField = (error: unknown): string | undefined =>
  error instanceof ZodError ? (error.issues[0]?.path.join(".") ?? "") : undefined;

function fromFastify(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !("statusCode" in error)) return null;
  const { statusCode } = error;
  if (statusCode === 413) return platformErrors.too_large();
  if (statusCode === 429) return platformErrors.rate_limited();
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500)
    return platformErrors.request_unreadable();
  return null;
}

/** Handles errors for /functions/v1 and all routes without an error format of their own. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toPortalError(error);
  if (known.status < 500 && known.cause instanceof DatabaseError)
    request.log.info({ err: known.cause, code: known.code }, "the database refused a request");
  if (known.status >= 500) request.log.error({ err: known.cause ?? known, code: known.code }, "request failed");
  if (known.status === 429 && !reply.hasHeader("retry-after")) reply.header("retry-after", "1");
  request.refusedAs = known.reason;
  const language = languageOf(request);
  const body: ErrorReply = {
    error: known.sentence(language),
    code: known.code,
    reason: known.reason,
    ...(known.params === undefined ? {} : { params: known.params }),
    ...(known.field === undefined ? {} : { field: known.field }),
    ...(known.details === undefined ? {} : { details: known.details }),
    request_id: request.id,
  };
  return reply.code(known.status).header("content-language", language).send(body);
}
