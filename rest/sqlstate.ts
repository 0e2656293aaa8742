/** Maps SQLSTATE to HTTP status, and decides which details are shown. */
import { DatabaseError } from "pg";
import type { Catalogue } from "./catalogue.ts";
import { RestError, type RestErrorBody } from "./errors.ts";
import { RAISED, readRaised } from "./raised.ts";

/** First match wins, so classes come last. */
const STATUSES: readonly (readonly [prefix: string, status: number])[] = [
  ["08", 503],
  ["09", 500],
  ["0L", 403],
  ["0P", 403],
  ["21000", 400],
  ["22", 400],
  ["23503", 409],
  ["23505", 409],
  ["23", 400],
  ["25006", 405],
  ["25", 500],
  ["28", 403],
  ["2D", 500],
  ["38", 500],
  ["39", 500],
  ["3B", 500],
  ["40", 500],
  ["42883", 404],
  ["42P01", 404],
  ["42P17", 500],
  ["53400", 500],
  ["53", 503],
  // A limit of PostgreSQL exceeded by the caller's request.
  ["54", 400],
  // A view that nobody can write.
  ["55000", 405],
  ["55", 500],
  ["57P", 503],
  ["57014", 500],
  ["57", 500],
  ["58", 500],
  ["F0", 500],
  ["HV", 500],
  ["P0001", 400],
  ["P0", 500],
  ["XX", 500],
];

const CONNECTION_ERRORS = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EHOSTUNREACH"]);
const CONNECTION_WORDS =
  /connection terminated|connection error|client has encountered|timeout exceeded when trying to connect|connection ended/i;

/** Errors that show a stale catalogue: names that it or the database lacks, and plans whose result has other columns now. */
const STALE = new Set(["42P01", "42703", "42883", "0A000", "PGRST200", "PGRST202", "PGRST204", "PGRST205"]);

/** Tells whether the catalogue may be older than the database. Nothing of such a call was done. */
export const isStale = (error: unknown): boolean =>
  (error instanceof RestError || error instanceof DatabaseError) && STALE.has(error.code ?? "");

export interface PgFailure {
  readonly status: number;
  readonly body: RestErrorBody;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the reply for an error of the database or its connection; undefined for any other error. */
export function pgFailure(
  error: unknown,
  context: { anonymous: boolean; catalogue: Catalogue | undefined },
): PgFailure | undefined {
  if (error instanceof DatabaseError && error.code !== undefined) return databaseFailure(error, error.code, context);
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (!CONNECTION_ERRORS.has(code) && !CONNECTION_WORDS.test(error.message)) return undefined;
  const body = { code: "PGRST001", message: "Database connection lost. Try again.", details: null, hint: null };
  return { status: 503, body };
}

function databaseFailure(
  error: DatabaseError,
  code: string,
  context: { anonymous: boolean; catalogue: Catalogue | undefined },
): PgFailure {
  if (code === RAISED) return raisedFailure(error);
  const status = statusOf(code, context.anonymous);
  // The server's message about an ended connection does not help the caller.
  const message = code.startsWith("57P") ? "Database connection lost. Try again." : error.message;
  const details = mayShowDetails(error, context.catalogue) ? (error.detail ?? null) : null;
  return { status, body: { code, message, details, hint: error.hint ?? null } };
}

function raisedFailure(error: DatabaseError): PgFailure {
  const raised = readRaised(error.message, error.detail);
  if (raised) return raised;
  const body = {
    code: "PGRST121",
    message: "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error",
    details: "MESSAGE needs a JSON object with the texts code and message, DETAIL one with the number status.",
    hint: "Both are JSON objects; details, hint and headers are optional.",
  };
  return { status: 500, body };
}

function statusOf(code: string, anonymous: boolean): number {
  if (code === "42501") return anonymous ? 401 : 403;
  const custom = /^PT([1-5]\d\d)$/.exec(code);
  if (custom) return Number(custom[1]);
  return STATUSES.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400;
}

/** Tells whether `detail` may be shown. It quotes the failing row or key, so it is hidden for tables with codecs or hidden columns. */
function mayShowDetails(error: DatabaseError, catalogue: Catalogue | undefined): boolean {
  if (error.table === undefined) return true;
  const relation = error.schema === catalogue?.schema ? catalogue?.relations.get(error.table) : undefined;
  return (
    relation !== undefined &&
    relation.codecs.length === 0 &&
    [...relation.columns.values()].every((column) => column.shown)
  );
}
