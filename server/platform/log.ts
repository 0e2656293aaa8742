// The server's log: a JSON object per line, with the request id where there is one, and no secrets.
import { type DestinationStream, type LogFn, type Logger, type LoggerOptions, pino, stdSerializers } from "pino";
import type { Clock } from "#drivers/clock.ts";
import { systemClock } from "#drivers/clock.ts";

const SECRET_FIELDS = ["password", "pin", "token", "authorization", "cookie", "secret", "plate", "encrypted_content"];
/** Properties that PostgreSQL and drivers attach to errors: row values, statement parameters, requests with headers. */
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

/** Lines per minute, level and message; the rest are counted, so that failing requests cannot fill the disk. */
const LINES_A_MINUTE = 100;
const MINUTE_MS = 60_000;
/** pino's number; below it are debug and trace, which somebody asked for. */
const INFO = 30;

/** Creates the log. `level`: pino's. `destination`: stdout by default. */
export function createLog(
  { logLevel }: { logLevel: string },
  destination?: DestinationStream,
  clock: Pick<Clock, "monotonic"> = systemClock,
): Logger {
  const options: LoggerOptions = {
    hooks: { logMethod: boundedLines(clock) },
    level: logLevel,
    redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: "[dold]" },
    serializers: {
      err: describeError,
      // A path or header may hold a plate, token or password.
      req: (request: { method: string; url: string }) => ({ method: request.method, path: request.url.split("?")[0] }),
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Describes an error with its stack and causes, without payloads. */
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

type LogMethod = NonNullable<NonNullable<LoggerOptions["hooks"]>["logMethod"]>;

function boundedLines(clock: Pick<Clock, "monotonic">): LogMethod {
  let since = Number.NEGATIVE_INFINITY;
  const written = new Map<string, number>();
  return function bounded(args, method, level) {
    if (level < INFO) return method.apply(this, args);
    if (clock.monotonic() - since >= MINUTE_MS) {
      const left = [...written].filter(([, count]) => count > LINES_A_MINUTE);
      written.clear();
      since = clock.monotonic();
      for (const [kind, count] of left) say.call(this, method, { lines: count - LINES_A_MINUTE, of: kind });
    }
    // Messages are constant; varying values are in the fields.
    const kind = `${level} ${args.find((part: unknown) => typeof part === "string") ?? ""}`;
    const count = (written.get(kind) ?? 0) + 1;
    written.set(kind, count);
    if (count <= LINES_A_MINUTE) method.apply(this, args);
  };
}

function say(this: Logger, method: LogFn, fields: { lines: number; of: string }): void {
  method.call(this, fields, "more lines of one kind than the log takes in a minute");
}
