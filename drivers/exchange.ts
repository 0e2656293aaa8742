// One exchange on an undici pool; tracks whether anything was sent before a failure.
import type { Dispatcher } from "undici";
import { ownWord } from "#contract/own-word.ts";
import {
  CallAbortedError,
  ConnectionLostError,
  DeviceError,
  NonsenseReplyError,
  ReplyTooLargeError,
  UnreachableError,
} from "./errors.ts";

const REPLY_LIMIT_BYTES = 1024 * 1024;
const HEAD_BYTES = 16 * 1024;
export interface DeviceRequest {
  method: "GET" | "POST" | "PUT";
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** "none": resolves at the status line. "bytes": `bytes` of the answer instead of `text`. */
  read?: "text" | "bytes" | "head" | "none";
  timeoutMs?: number;
  /** Of the answer, where it is longer than other answers. */
  limitBytes?: number;
  /** A kept connection may be dead, which shows only after sending; for calls that must not be sent twice. */
  freshConnection?: boolean;
}

export interface DeviceReply {
  status: number;
  text: string;
  /** Of a request that reads bytes. */
  bytes?: Buffer;
  contentType: string;
  challenges: string[];
  retryAfterMs: number | null;
}

export interface ExchangeContext {
  authorization: string | null;
  signals: readonly AbortSignal[];
  /** Asked right before the first byte: after a suspension the connection is ready before its timers expire. */
  tooLate: () => DeviceError | null;
  progress: { sent: boolean };
}

/** `toHttps`: a redirect there. */
export type Outcome = { reply: DeviceReply; date: number | null; toHttps: boolean };

/** `progress.sent` turns true right before the first byte is written. */
export function exchangeOnce(pool: Dispatcher, request: DeviceRequest, context: ExchangeContext): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const { progress } = context;
  const { read = "text", limitBytes = REPLY_LIMIT_BYTES } = request;
  const isWhole = read === "text" || read === "bytes";
  const chunks: Buffer[] = [];
  let controller: Dispatcher.DispatchController | null = null;
  let head: Outcome | null = null;
  let size = 0;
  let settled = false;
  let ended = false;

  const cleanUp: (() => void)[] = [];
  const settle = (deliver: () => void) => {
    if (settled) return;
    settled = true;
    for (const undo of cleanUp) undo();
    deliver();
  };
  const fail = (error: Error) => {
    settle(() => reject(error));
    if (!ended) controller?.abort(error);
  };
  const succeed = () => {
    const done = head;
    if (done === null) return fail(new NonsenseReplyError("no status line", { outcomeUnknown: true }));
    const bytes = Buffer.concat(chunks);
    const body = read === "bytes" ? { bytes } : { text: bytes.toString("utf8") };
    settle(() => resolve({ ...done, reply: { ...done.reply, ...body } }));
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

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (settled) return started.abort(new Error("given up before it was sent"));
      const error = context.tooLate();
      if (error) fail(error);
      else progress.sent = true;
    },
    onResponseStart(_controller, status, headers) {
      if (status < 200) return;
      head = readHead(status, headers);
      // By its size, not by whether so much comes before the time is over.
      if (isWhole && Number(ownWord(headers, "content-length") ?? 0) > limitBytes)
        return fail(new ReplyTooLargeError(limitBytes));
      if (read !== "none") return;
      succeed();
      setImmediate(() => {
        if (!ended) controller?.abort(new Error("body not wanted"));
      });
    },
    onResponseData(_controller, chunk) {
      if (read === "none" || settled) return;
      size += chunk.length;
      if (read === "head" && size >= HEAD_BYTES) {
        chunks.push(chunk.subarray(0, chunk.length - (size - HEAD_BYTES)));
        succeed();
        controller?.abort(new Error("enough was read"));
      } else if (size > limitBytes) fail(new ReplyTooLargeError(limitBytes));
      else chunks.push(chunk);
    },
    onResponseEnd() {
      ended = true;
      succeed();
    },
    onResponseError(_controller, error) {
      ended = true;
      fail(asDeviceError(error, progress.sent));
    },
  };
  pool.dispatch(
    {
      method: request.method,
      path: request.path,
      body: request.body ?? null,
      headers: {
        accept: "*/*",
        ...request.headers,
        ...(context.authorization === null ? {} : { authorization: context.authorization }),
      },
    },
    handler,
  );
  return promise;
}

type Headers = Record<string, string | string[] | undefined>;

function readHead(status: number, headers: Headers): Outcome {
  const one = (name: string) => [ownWord(headers, name) ?? []].flat()[0] ?? "";
  const date = Date.parse(one("date"));
  const retryAfter = one("retry-after").trim();
  return {
    date: Number.isNaN(date) ? null : date,
    toHttps: status >= 300 && status < 400 && /^https:/i.test(one("location").trim()),
    reply: {
      status,
      text: "",
      contentType: one("content-type").toLowerCase(),
      challenges: [headers["www-authenticate"] ?? []].flat(),
      retryAfterMs: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null,
    },
  };
}

const CLIENT_CLOSED = new Set(["UND_ERR_CLOSED", "UND_ERR_DESTROYED", "UND_ERR_ABORTED"]);
const NOT_HTTP = /^HPE_|^UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH|HTTP_PARSER)/;

function asDeviceError(error: Error & { code?: unknown }, sent: boolean): Error {
  if (error instanceof DeviceError) return error;
  const code = typeof error.code === "string" ? error.code : "";
  // Our own mistake, e.g. a line break in a user name.
  if (code === "UND_ERR_INVALID_ARG") return error;
  if (CLIENT_CLOSED.has(code)) return new CallAbortedError({ outcomeUnknown: sent, cause: error });
  if (NOT_HTTP.test(code) || error.name === "HTTPParserError") {
    // undici's error quotes what it read, which may hold PINs.
    return new NonsenseReplyError("not HTTP", { outcomeUnknown: sent, cause: new Error(error.message) });
  }
  if (sent) return new ConnectionLostError({ cause: error });
  return new UnreachableError("the connection failed before anything was sent", { cause: error });
}
