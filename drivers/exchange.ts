// One exchange on an open connection; tracks whether anything was sent before a failure.
import { ByteCollector } from "./byte-collector.ts";
import { type Connections, KEEP_ALIVE_MS, keptFor, type Lease } from "./connections.ts";
import {
  CallAbortedError,
  ConnectionLostError,
  DeviceError,
  NonsenseReplyError,
  ReplyTooLargeError,
} from "./errors.ts";
import { ReplyFormatError, type ReplyHead, ReplyReader } from "./reply-reader.ts";

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
  return new Exchange(pool, request, context).run();
}

class Exchange {
  readonly #pool: Connections;
  readonly #request: DeviceRequest;
  readonly #context: ExchangeContext;
  readonly #read: NonNullable<DeviceRequest["read"]>;
  readonly #limitBytes: number;
  readonly #outcome = Promise.withResolvers<Outcome>();
  readonly #cleanUp: (() => void)[] = [];
  readonly #reader: ReplyReader;
  readonly #body = new ByteCollector();
  #head: Outcome | null = null;
  #keptMs = KEEP_ALIVE_MS;
  #lease: Lease | null = null;
  #isSettled = false;

  constructor(pool: Connections, request: DeviceRequest, context: ExchangeContext) {
    this.#pool = pool;
    this.#request = request;
    this.#context = context;
    this.#read = request.read ?? "text";
    this.#limitBytes = request.limitBytes ?? REPLY_LIMIT_BYTES;
    this.#reader = new ReplyReader({
      onHead: (head) => this.#onHead(head),
      onData: (chunk) => this.#onData(chunk),
      // Bytes that follow the answer in the same packet are seen first.
      onEnd: () => setImmediate(() => this.#succeed(this.#reader.isReusable() ? this.#keptMs : null)),
    });
  }

  run(): Promise<Outcome> {
    for (const signal of this.#context.signals) {
      const onAbort = () =>
        this.#fail(signal.reason instanceof DeviceError ? signal.reason : this.#aborted(signal.reason));
      signal.addEventListener("abort", onAbort, { once: true });
      this.#cleanUp.push(() => signal.removeEventListener("abort", onAbort));
    }
    void this.#acquireAndSend();
    return this.#outcome.promise;
  }

  async #acquireAndSend(): Promise<void> {
    try {
      const lease = await this.#pool.acquire();
      this.#lease = lease;
      const error = this.#isSettled ? null : this.#context.tooLate();
      if (this.#isSettled) lease.release(this.#request.freshConnection === true ? null : KEEP_ALIVE_MS);
      else if (error) this.#fail(error);
      else this.#send(lease);
    } catch (error) {
      this.#fail(error);
    }
  }

  #send({ socket }: Lease): void {
    const onData = (chunk: Buffer) => this.#reading(() => this.#reader.push(chunk));
    const lost = (cause?: unknown) => this.#onLost(cause);
    const onEnd = () => lost();
    socket.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", lost);
    this.#cleanUp.push(() => socket.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", lost));
    const bytes = writeRequest(this.#request, this.#context);
    this.#context.progress.sent = true;
    socket.write(bytes);
  }

  #onHead(found: ReplyHead): void {
    this.#head = readHead(found);
    this.#keptMs = keptFor(found.headers.get("keep-alive")?.[0] ?? "");
    const readsAll = this.#read === "text" || this.#read === "bytes";
    // Refused by the stated size, before the bytes have arrived.
    if (readsAll && (found.length ?? 0) > this.#limitBytes) return this.#fail(new ReplyTooLargeError(this.#limitBytes));
    if (this.#read === "none") setImmediate(() => this.#succeed(null));
  }

  #onData(chunk: Buffer): void {
    if (this.#read === "none") return;
    const size = this.#body.size + chunk.length;
    if (this.#read === "head" && size >= HEAD_BYTES) {
      this.#body.push(chunk.subarray(0, HEAD_BYTES - this.#body.size));
      this.#succeed(null);
    } else if (size > this.#limitBytes) this.#fail(new ReplyTooLargeError(this.#limitBytes));
    else this.#body.push(chunk);
  }

  #onLost(cause: unknown): void {
    if (this.#pool.isClosed) return this.#fail(this.#aborted());
    this.#reading(() => {
      if (!this.#reader.end() && !this.#isEnough()) this.#fail(new ConnectionLostError({ cause }));
    });
  }

  #reading(work: () => void): void {
    if (this.#isSettled) return;
    try {
      work();
    } catch (error) {
      if (!(error instanceof ReplyFormatError)) return this.#fail(error);
      if (this.#isEnough()) return;
      this.#fail(new NonsenseReplyError("not HTTP", { outcomeUnknown: this.#context.progress.sent, cause: error }));
    }
  }

  /** Tells whether only the status line was asked for, and is here. */
  #isEnough(): boolean {
    return this.#head !== null && this.#read === "none";
  }

  #aborted(cause?: unknown): CallAbortedError {
    return new CallAbortedError({ outcomeUnknown: this.#context.progress.sent, cause });
  }

  #succeed(keepMs: number | null): void {
    if (this.#head === null) return this.#fail(new NonsenseReplyError("no status line", { outcomeUnknown: true }));
    const done = this.#head;
    const bytes = this.#body.bytes();
    const body = this.#read === "bytes" ? { bytes } : { text: bytes.toString("utf8") };
    this.#settle(() => this.#outcome.resolve({ ...done, reply: { ...done.reply, ...body } }), keepMs);
  }

  #fail(error: unknown): void {
    this.#settle(() => this.#outcome.reject(error), null);
  }

  #settle(deliver: () => void, keepMs: number | null): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    for (const undo of this.#cleanUp) undo();
    this.#lease?.release(this.#request.freshConnection === true ? null : keepMs);
    deliver();
  }
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
