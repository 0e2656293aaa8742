// One error class for everything that a caller is told, and the one place that turns errors into replies.
import type { FastifyReply, FastifyRequest } from "fastify";
import { DatabaseError } from "pg";
import { ZodError } from "zod";
import type { ErrorCode } from "#contract/errors.ts";

export class PortalError extends Error {
  override name = "PortalError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly field: string | undefined;
  readonly details: Readonly<Record<string, string>> | undefined;

  /** `message` is Swedish: what happened, what was kept, what to do. `details` are sent as they are. */
  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    options: { field?: string; details?: Readonly<Record<string, string>>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.status = status;
    this.code = code;
    this.field = options.field;
    this.details = options.details;
  }
}

/** The connection was lost while the database was committing: nobody knows whether it did. */
export class OutcomeUnknownError extends PortalError {
  override name = "OutcomeUnknownError";

  constructor(cause: unknown) {
    super(
      503,
      "outcome_unknown",
      "Databasen slutade svara just när ändringen sparades, och det är inte säkert om den blev gjord. Ladda om och se efter innan du försöker igen.",
      { cause },
    );
  }
}

/** SQLSTATE classes that mean "no database right now": connection lost, shut down, starting, out of connections. */
const UNAVAILABLE = /^(08|57P0|53300)/;
/** Disk full, out of memory, and the other limits of the machine. The statement was undone. */
const OUT_OF_SPACE = /^53[12]/;
const CONNECTION_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"]);

/** True when the database could not be reached or dropped the connection. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof OutcomeUnknownError) return true;
  // FATAL: whatever the reason, the connection is over, or never came to be.
  if (error instanceof DatabaseError) return error.severity === "FATAL" || UNAVAILABLE.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    CONNECTION_CODES.has(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  );
}

/** PostgreSQL's words for the character NUL in a text and in JSON: the one character that it cannot keep. */
const UNSTORABLE_TEXT = new Set(["22021", "22P05"]);

/** Rules that triggers hold on every path, by the name that they raise. */
const HELD_RULES = new Map<string, () => PortalError>([
  ["step_up_needed", stepUpNeeded],
  ["mfa_requirements_fresh_proof", stepUpNeeded],
  ["controllers_moved_password", passwordNeeded],
]);

function passwordNeeded(): PortalError {
  return new PortalError(
    400,
    "invalid_body",
    "Skriv lösenordet igen: adressen, porten eller typen är ändrad, och det sparade lösenordet skickas aldrig till en ny plats. Inget har sparats.",
    { field: "password" },
  );
}

/** The refusal of an act that asks for a fresh step-up. */
export function stepUpNeeded(): PortalError {
  return new PortalError(403, "reauthentication_needed", "Bekräfta att det är du. Inget har ändrats.");
}

/** The refusal behind an error of the database, where a rule of ours raised it; else null. */
export function heldRule(error: unknown): PortalError | null {
  if (!(error instanceof DatabaseError) || error.constraint === undefined) return null;
  return HELD_RULES.get(error.constraint)?.() ?? null;
}

/** A purse in the database has nothing left (database/audit/audit-events.function.sql); PostgREST's way to say 429. */
const PURSE_EMPTY = "PT429";

/** Any thrown thing as a PortalError; what is not ours keeps its cause and says nothing of itself to the caller. */
export function toPortalError(error: unknown): PortalError {
  if (error instanceof PortalError) return error;
  const held = heldRule(error);
  if (held !== null) return held;
  if (error instanceof ZodError) {
    const issue = error.issues[0];
    const field = issue?.path.join(".") ?? "";
    const sentence = field.endsWith("organization_id")
      ? "Organization ID is required. Inget har sparats." // begins in the words of the specification (section 8)
      : `Begäran kunde inte läsas. Inget har sparats. Kontrollera fältet ${field || "(hela begäran)"}.`;
    return new PortalError(400, "invalid_body", sentence, { field, cause: error });
  }
  if (isDatabaseUnavailable(error)) {
    return new PortalError(
      503,
      "database_unavailable",
      "Databasen svarar inte just nu. Inget har sparats. Försök igen om en stund.",
      { cause: error },
    );
  }
  if (error instanceof DatabaseError && OUT_OF_SPACE.test(error.code ?? "")) {
    return new PortalError(
      503,
      "database_full",
      "Databasen har ont om plats eller minne. Inget har sparats. Be den som driver portalen att titta under Drift, och försök igen sedan.",
      { cause: error },
    );
  }
  // Raised by our own functions only, with a sentence for people.
  if (error instanceof DatabaseError && error.code === PURSE_EMPTY)
    return new PortalError(429, "rate_limited", error.message, { cause: error });
  if (error instanceof Error && "code" in error && UNSTORABLE_TEXT.has(String(error.code))) {
    return new PortalError(400, "invalid_body", "Begäran innehåller tecken som inte kan sparas. Inget har sparats.", {
      cause: error,
    });
  }
  return fromFastify(error) ?? new PortalError(500, "internal", "Ett oväntat fel uppstod", { cause: error });
}

function fromFastify(error: unknown): PortalError | null {
  if (!(error instanceof Error) || !("statusCode" in error)) return null;
  const { statusCode } = error;
  if (statusCode === 413)
    return new PortalError(413, "too_large", "Begäran är för stor. Inget har sparats.", { cause: error });
  if (statusCode === 429)
    return new PortalError(429, "rate_limited", "För många försök. Vänta en stund och försök igen.", { cause: error });
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) {
    return new PortalError(400, "invalid_body", "Begäran kunde inte läsas. Inget har sparats.", { cause: error });
  }
  return null;
}

/** Fastify error handler of /functions/v1 and of everything without a shape of its own. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toPortalError(error);
  if (known.status >= 500) request.log.error({ err: known.cause ?? known, code: known.code }, "request failed");
  if (known.status === 429 && !reply.hasHeader("retry-after")) reply.header("retry-after", "1");
  return reply.code(known.status).send({
    error: known.message,
    code: known.code,
    ...(known.field === undefined ? {} : { field: known.field }),
    ...(known.details === undefined ? {} : { details: known.details }),
    request_id: request.id,
  });
}
