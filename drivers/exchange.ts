// One exchange on an open connection; tracks whether anything was sent before a failure.
import { type Connections, KEEP_ALIVE_MS, keptFor, type Lease } from "./connections.ts";
import {
  CallAbortedError,
  ConnectionLostError,
  DeviceError,
  NonsenseReplyError,
  ReplyTooLargeError,
} from "./errors.ts";
import { createReplyReader, ReplyFormatError, type ReplyHead } from "./reply-reader.ts";

const REPLY_LIMIT_BYTES = 1024 * 1024;
const HEAD_BYTES = 16 * 1024;
export interface DeviceRequest {
  method: "GET" | "POST" | "PUT";
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** "none": resolves at the status line. "bytes": returns `bytes` of the answer instead of `text`. */
  read?: "text" | "bytes" | "head" | "none";
  timeoutMs?: number;
  /** Limit for the answer, where it is longer than other answers. */
  limitBytes?: number;
  /** A kept connection may be dead, which shows only after sending; set it for calls that must not be sent twice. */
  freshConnection?: boolean;
}

export interface DeviceReply {
  status: number;
  text: string;
  /** Set for a request that reads bytes. */
  bytes?: Buffer;
  contentType: string;
  challenges: string[];
  retryAfterMs: number | null;
}

export interface ExchangeContext {
  authorization: string | null;
  signals: readonly AbortSignal[];
  /** Checked right before the first byte: after a suspension the connection is ready before its timers expire. */
  tooLate: () => DeviceError | null;
  progress: { sent: boolean };
  /** The name in the Host header. */
  host: string;
}

/** `toHttps`: the answer redirects there. */
export type Outcome = { reply: DeviceReply; date: number | null; toHttps: boolean };

/** Exchanges once; `progress.sent` turns true right before the first byte is written. */
export function exchangeOnce(pool: Connections, request: DeviceRequest, context: ExchangeContext): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const { progress } = context;
  const { read = "text", limitBytes = REPLY_LIMIT_BYTES } = request;
  const chunks: Buffer[] = [];
  let lease: Lease | null = null;
  let head: Outcome | null = null;
  let keptMs = KEEP_ALIVE_MS;
  let size = 0;
  let settled = false;

  const cleanUp: (() => void)[] = [];
  const settle = (deliver: () => void, keepMs: number | null) => {
    if (settled) return;
    settled = true;
    for (const undo of cleanUp) undo();
    lease?.release(request.freshConnection === true ? null : keepMs);
    deliver();
  };
  const fail = (error: unknown) => settle(() => reject(error), null);
  const succeed = (keepMs: number | null) => {
    if (head === null) return fail(new NonsenseReplyError("no status line", { outcomeUnknown: true }));
    const done = head;
    const bytes = Buffer.concat(chunks);
    const body = read === "bytes" ? { bytes } : { text: bytes.toString("utf8") };
    settle(() => resolve({ ...done, reply: { ...done.reply, ...body } }), keepMs);
  };
  for (const signal of context.signals) {
    const onAbort = () =>
      fail(
        signal.reason instanceof DeviceError
          ? signal.reason
          : new CallAbortedError({ outcomeUnknown: progress.sent, cause: signal.reason }),
      );
    signal.addEventListener("abort", onAbort, { once: true });
    cleanUp.push(() => signal.removeEventListener("abort", onAbort));
  }

  const reader = createReplyReader({
    onHead(found) {
      head = readHead(found);
      keptMs = keptFor(found.headers.get("keep-alive")?.[0] ?? "");
      // Judged by the stated size, not by whether so much arrives in time.
      if ((read === "text" || read === "bytes") && (found.length ?? 0) > limitBytes)
        return fail(new ReplyTooLargeError(limitBytes));
      if (read === "none") setImmediate(() => succeed(null));
    },
    onData(chunk) {
      if (read === "none") return;
      size += chunk.length;
      if (read === "head" && size >= HEAD_BYTES) {
        chunks.push(chunk.subarray(0, chunk.length - (size - HEAD_BYTES)));
        succeed(null);
      } else if (size > limitBytes) fail(new ReplyTooLargeError(limitBytes));
      else chunks.push(chunk);
    },
    // Bytes that follow the answer in the same packet are seen first.
    onEnd: () => setImmediate(() => succeed(reader.isReusable() ? keptMs : null)),
  });
  const reading = (work: () => void) => {
    if (settled) return;
    try {
      work();
    } catch (error) {
      if (!(error instanceof ReplyFormatError)) return fail(error);
      if (head !== null && read === "none") return;
      fail(new NonsenseReplyError("not HTTP", { outcomeUnknown: progress.sent, cause: error }));
    }
  };
  const send = ({ socket }: Lease) => {
    const onData = (chunk: Buffer) => reading(() => reader.push(chunk));
    const lost = (cause?: unknown) => {
      if (pool.isClosed) return fail(new CallAbortedError({ outcomeUnknown: progress.sent }));
      reading(() => {
        if (!reader.end() && !(head !== null && read === "none")) fail(new ConnectionLostError({ cause }));
      });
    };
    const onEnd = () => lost();
    socket.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", lost);
    cleanUp.push(() => socket.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", lost));
    const bytes = writeRequest(request, context);
    progress.sent = true;
    socket.write(bytes);
  };

  void (async () => {
    try {
      lease = await pool.acquire();
      const error = settled ? null : context.tooLate();
      if (settled) lease.release(request.freshConnection === true ? null : KEEP_ALIVE_MS);
      else if (error) fail(error);
      else send(lease);
    } catch (error) {
      fail(error);
    }
  })();
  return promise;
}

/** Writes header names in their standard spelling, because small units know no other. A name that a person typed stays as typed. */
const asWritten = (name: string) =>
  /[A-Z]/.test(name) ? name : name.replace(/(?<=^|-)[a-z]/g, (first) => first.toUpperCase());

/** Writes a request. Throws TypeError for a mistake of the caller, e.g. a line break in a user name. */
function writeRequest(request: DeviceRequest, { authorization, host }: ExchangeContext): Buffer {
  const body = Buffer.from(request.body ?? "", "utf8");
  const headers: [name: string, value: string][] = [
    ["Host", host],
    ["Accept", "*/*"],
    ...Object.entries(request.headers ?? {}),
    ...(authorization === null ? [] : [["Authorization", authorization] as [string, string]]),
    ["Connection", request.freshConnection === true ? "close" : "keep-alive"],
    ...(request.method === "GET" && body.length === 0
      ? []
      : [["Content-Length", String(body.length)] as [string, string]]),
  ];
  const byName = new Map(headers.map(([name, value]) => [name.toLowerCase(), `${asWritten(name)}: ${value}`]));
  const lines = [`${request.method} ${request.path} HTTP/1.1`, ...byName.values()];
  if (/[^\u0021-\u00ff]/.test(request.path) || lines.some((line) => /[^\t\u0020-\u007e\u0080-\u00ff]/.test(line)))
    throw new TypeError("a request with signs that end a header");
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}

function readHead({ status, headers }: ReplyHead): Outcome {
  const one = (name: string) => headers.get(name)?.[0] ?? "";
  const date = Date.parse(one("date"));
  const retryAfter = one("retry-after");
  return {
    date: Number.isNaN(date) ? null : date,
    toHttps: status >= 300 && status < 400 && /^https:/i.test(one("location")),
    reply: {
      status,
      text: "",
      contentType: one("content-type").toLowerCase(),
      challenges: [...(headers.get("www-authenticate") ?? [])],
      retryAfterMs: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null,
    },
  };
}
