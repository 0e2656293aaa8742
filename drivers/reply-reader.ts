// Reads HTTP answers as small units write them: lines may end in LF alone, header lines may be odd, and interim answers come unasked. After
// an odd answer it is unclear where the next one would begin, so the connection is closed.

/** Limit for status line and header lines, for all interim answers together, and for the part after the last chunk. */
const HEAD_MAX = 32 * 1024;
const INTERIM_MAX = 16;
const LF = 10;

/** Names in lower case. */
type Headers = ReadonlyMap<string, readonly string[]>;

export interface ReplyHead {
  status: number;
  headers: Headers;
  /** Null: not stated. */
  length: number | null;
}

export interface ReplySink {
  onHead(head: ReplyHead): void;
  onData(chunk: Buffer): void;
  onEnd(): void;
}

/** Quotes nothing that was read, because it may hold PINs. */
export class ReplyFormatError extends Error {}

type State =
  | "status"
  | "headers"
  | "length"
  | "size"
  | "chunk"
  | "after-chunk"
  | "trailers"
  | "until-end"
  | "unclear"
  | "done";

const BODY: ReadonlySet<State> = new Set(["length", "chunk", "until-end", "unclear"]);

export class ReplyReader {
  readonly #sink: ReplySink;
  #state: State = "status";
  #pending: Buffer = Buffer.alloc(0);
  #headBytes = 0;
  #interim = 0;
  /** Bytes until the end of the answer, or of the chunk. */
  #left = 0;
  #status = 0;
  #keepsOpen = false;
  #isOdd = false;
  #headers = new Map<string, string[]>();
  /** The previous header line's values, which a folded line continues. */
  #last: string[] | null = null;

  constructor(sink: ReplySink) {
    this.#sink = sink;
  }

  /** Takes a chunk; throws ReplyFormatError. */
  push(chunk: Buffer): void {
    let rest = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    while (rest.length > 0 && this.#state !== "done") {
      const used = BODY.has(this.#state) ? this.#takeBody(rest) : this.#takeLine(rest);
      if (used === 0) break;
      rest = rest.subarray(used);
    }
    this.#pending = rest;
    if (this.#state === "done" && rest.length > 0) this.#isOdd = true;
  }

  /** Ends the connection; returns whether the answer was complete by then. Throws ReplyFormatError. */
  end(): boolean {
    if (this.#state === "done") return true;
    const pending = this.#pending.toString("latin1");
    // Some units send only the status, or leave out the line after the last chunk.
    if (this.#state === "headers" && pending === "") {
      const headers = this.#headers;
      if (headers.has("content-length") || headers.has("transfer-encoding") || this.#status < 200) return false;
      this.#state = "until-end";
      this.#sink.onHead({ status: this.#status, headers, length: null });
    }
    if (this.#state === "status" && pending !== "" && !/^HTTP\//i.test(pending))
      throw new ReplyFormatError("no status line");
    const isWhole = this.#state === "until-end" || (this.#state === "trailers" && pending.trim() === "");
    if (isWhole) this.#finish();
    return isWhole;
  }

  /** Tells whether the connection may carry another request. */
  isReusable(): boolean {
    return this.#state === "done" && this.#keepsOpen && !this.#isOdd;
  }

  /** Passes bytes of the body on; returns how many. */
  #takeBody(bytes: Buffer): number {
    const taken = this.#state === "until-end" ? bytes.length : Math.min(this.#left, bytes.length);
    this.#sink.onData(bytes.subarray(0, taken));
    if (this.#state === "until-end") return taken;
    this.#left -= taken;
    if (this.#left === 0 && this.#state === "length") this.#finish();
    else if (this.#left === 0) this.#state = "after-chunk";
    return taken;
  }

  /** Reads a line; returns how many bytes were used, 0 when more are needed. */
  #takeLine(bytes: Buffer): number {
    const at = bytes.indexOf(LF);
    const isHead = this.#state !== "size" && this.#state !== "after-chunk";
    if ((isHead ? this.#headBytes : 0) + (at < 0 ? bytes.length : at) > HEAD_MAX)
      throw new ReplyFormatError("a head without end");
    if (at < 0) return 0;
    if (isHead) this.#headBytes += at + 1;
    const line = bytes.subarray(0, at).toString("latin1").replace(/\r+$/, "");
    if (line.includes("\0")) throw new ReplyFormatError("not a text");
    this.#onLine(line);
    return at + 1;
  }

  #onLine(line: string): void {
    switch (this.#state) {
      case "status":
        return this.#onStatus(line);
      case "headers":
        return line === "" ? this.#onHead() : this.#onHeader(line);
      case "size":
        return this.#onSize(line);
      case "after-chunk":
        if (line !== "") throw new ReplyFormatError("a chunk is longer than its size");
        this.#state = "size";
        return;
      default:
        if (line === "") this.#finish();
    }
  }

  #onStatus(line: string): void {
    if (line.trim() === "") return;
    const [, major, minor = "0", code] = /^HTTP\/(\d)(?:\.(\d))?[ \t]+(\d{3})(?:[ \t]|$)/i.exec(line) ?? [];
    if (major === undefined || code === undefined || code < "100") throw new ReplyFormatError("no status line");
    this.#status = Number(code);
    this.#keepsOpen = Number(major) > 1 || Number(minor) > 0;
    this.#headers = new Map();
    this.#last = null;
    this.#state = "headers";
  }

  #onHeader(line: string): void {
    const [, name, value = ""] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:(.*)$/.exec(line) ?? [];
    // A folded line continues the previous one; a line without a name is ignored.
    this.#isOdd ||= name === undefined;
    if (name === undefined) {
      const last = this.#last;
      if (/^[ \t]/.test(line) && last !== null) last.push(`${last.pop() ?? ""} ${line.trim()}`.trim());
      return;
    }
    this.#last = this.#headers.get(name.toLowerCase()) ?? [];
    this.#last.push(value.trim());
    this.#headers.set(name.toLowerCase(), this.#last);
  }

  #onHead(): void {
    const [status, headers] = [this.#status, this.#headers];
    if (status < 200 && status !== 101) {
      this.#interim += 1;
      if (this.#interim > INTERIM_MAX) throw new ReplyFormatError("too many interim answers");
      this.#state = "status";
      return;
    }
    const connection = wordsOf(headers, "connection");
    this.#keepsOpen =
      (this.#keepsOpen || connection.includes("keep-alive")) && !connection.includes("close") && status !== 101;
    const { state, length, isOdd } = framingOf(status, headers);
    this.#state = state;
    this.#left = length ?? 0;
    this.#isOdd ||= isOdd;
    this.#sink.onHead({ status, headers, length });
    if (state === "unclear") throw new ReplyFormatError("no clear length");
    if (state === "done") this.#sink.onEnd();
  }

  #onSize(line: string): void {
    const size = /^[ \t]*([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i.exec(line)?.[1];
    if (size === undefined) throw new ReplyFormatError("no chunk size");
    this.#left = Number.parseInt(size, 16);
    this.#state = this.#left === 0 ? "trailers" : "chunk";
  }

  #finish(): void {
    this.#state = "done";
    this.#sink.onEnd();
  }
}

/** Returns how the end of an answer's body shows. */
function framingOf(status: number, headers: Headers): { state: State; length: number | null; isOdd: boolean } {
  const codings = wordsOf(headers, "transfer-encoding").filter((word) => word !== "" && word !== "identity");
  const lengths = [...new Set(wordsOf(headers, "content-length").filter((word) => word !== ""))];
  const framing = { length: null, isOdd: codings.length > 0 && lengths.length > 0 };
  if (status === 204 || status === 304 || status === 101) return { ...framing, state: "done" };
  if (codings.at(-1) === "chunked") return { ...framing, state: "size" };
  if (codings.length > 0 || lengths.length === 0) return { ...framing, state: "until-end" };
  const [length = ""] = lengths;
  if (lengths.length > 1 || !/^\d{1,15}$/.test(length)) return { ...framing, state: "unclear" };
  if (Number(length) === 0) return { ...framing, state: "done" };
  return { ...framing, state: "length", length: Number(length) };
}

function wordsOf(headers: Headers, name: string): string[] {
  return (headers.get(name) ?? []).flatMap((value) => value.toLowerCase().split(",")).map((word) => word.trim());
}
