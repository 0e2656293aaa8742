// The log of a server: one JSON object a line, with a request's id where there is one, and no secret in any.
import { type DestinationStream, type Logger, pino, stdSerializers } from "pino";

/** Fields that must never be written, wherever a call may put them. */
const SECRET_FIELDS = ["password", "pin", "token", "authorization", "cookie", "secret", "plate", "sealed"];
/**
 * What PostgreSQL and drivers hang on their errors: values of the row that was refused, the statement's parameters, the
 * request that failed with its headers.
 */
const TELLTALE = new Set([
  "detail",
  "where",
  "internalQuery",
  "parameters",
  "config",
  "request",
  "response",
  "options",
  "body",
  "headers",
]);

/** `level`: pino's. `destination`: stdout unless a test listens. */
export function createLog({ logLevel }: { logLevel: string }, destination?: DestinationStream): Logger {
  const options = {
    level: logLevel,
    redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: "[dold]" },
    serializers: {
      err: describeError,
      // What a request carries in its address or headers may be a plate, a token or a password.
      req: (request: { method: string; url: string }) => ({ method: request.method, path: request.url.split("?")[0] }),
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** An error with its stack and causes, without what it was busy with. */
function describeError(error: unknown): unknown {
  return error instanceof Error ? strip(stdSerializers.errWithCause(error)) : error;
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (TELLTALE.has(key) ? [] : [[key, strip(inner)]])),
  );
}
