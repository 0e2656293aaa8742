// Reads HTTP answers as small units write them: lines may end in LF alone, header lines may be odd, and interim answers come unasked. After
// an odd answer it is unclear where the next one would begin, so the connection is closed.

/** Limit for status line and header lines, for all interim answers together, and for the part after the last chunk. */
const HEAD_MAX = 32 * 1024;
const INTERIM_MAX = 16;
const LF = 10;

export interface ReplyHead {
  status: number;
  /** Names in lower case. */
  headers: ReadonlyMap<string, readonly string[]>;
  /** Null: not stated. */
  length: number | null;
}

export interface ReplySink {
  onHead(head: ReplyHead): void;
  onData(chunk: Buffer): void;
  onEnd(): void;
}

export interface ReplyReader {
  /** Takes a chunk; throws ReplyFormatError. */
  push(chunk: Buffer): void;
  /** Ends the connection; returns whether the answer was complete by then. Throws ReplyFormatError. */
  end(): boolean;
  /** Tells whether the connection may carry another request. */
  isReusable(): boolean;
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

export function createReplyReader(sink: ReplySink): ReplyReader {
  let state: State = "status";
  let pending: Buffer = Buffer.alloc(0);
  let headBytes = 0;
  let interim = 0;
  let left = 0;
  let status = 0;
  let keepsOpen = false;
  let isOdd = false;
  let headers = new Map<string, string[]>();
  let last: string[] | null = null;

  const finish = () => {
    state = "done";
    sink.onEnd();
  };

  const onStatus = (line: string) => {
    if (line.trim() === "") return;
    const [, major, minor = "0", code] = /^HTTP\/(\d)(?:\.(\d))?[ \t]+(\d{3})(?:[ \t]|$)/i.exec(line) ?? [];
    if (major === undefined || code === undefined || code < "100") throw new ReplyFormatError("no status line");
    status = Number(code);
    keepsOpen = Number(major) > 1 || Number(minor) > 0;
    headers = new Map();
    last = null;
    state = "headers";
  };

  const onHeader = (line: string) => {
    if (line === "") return onHead();
    const [, name, value = ""] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:(.*)$/.exec(line) ?? [];
    // A folded line continues the previous one; a line without a name is ignored.
    isOdd ||= name === undefined;
    if (name === undefined) {
      if (/^[ \t]/.test(line) && last !== null) last.push(`${last.pop() ?? ""} ${line.trim()}`.trim());
      return;
    }
    last = headers.get(name.toLowerCase()) ?? [];
    last.push(value.trim());
    headers.set(name.toLowerCase(), last);
  };

  const words = (name: string) =>
    (headers.get(name) ?? []).flatMap((value) => value.toLowerCase().split(",")).map((word) => word.trim());

  const onHead = () => {
    if (status < 200 && status !== 101) {
      interim += 1;
      if (interim > INTERIM_MAX) throw new ReplyFormatError("too many interim answers");
      state = "status";
      return;
    }
    const connection = words("connection");
    keepsOpen = (keepsOpen || connection.includes("keep-alive")) && !connection.includes("close") && status !== 101;
    const codings = words("transfer-encoding").filter((word) => word !== "" && word !== "identity");
    const lengths = [...new Set(words("content-length").filter((word) => word !== ""))];
    isOdd ||= codings.length > 0 && lengths.length > 0;
    const [length = ""] = lengths;
    if (status === 204 || status === 304 || status === 101) state = "done";
    else if (codings.at(-1) === "chunked") state = "size";
    else if (codings.length > 0 || lengths.length === 0) state = "until-end";
    else if (lengths.length > 1 || !/^\d{1,15}$/.test(length)) state = "unclear";
    else {
      left = Number(length);
      state = left === 0 ? "done" : "length";
    }
    const isWhole = state === "done";
    sink.onHead({ status, headers, length: state === "length" ? left : null });
    if (state === "unclear") throw new ReplyFormatError("no clear length");
    if (isWhole) sink.onEnd();
  };

  const onSize = (line: string) => {
    const size = /^[ \t]*([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i.exec(line)?.[1];
    if (size === undefined) throw new ReplyFormatError("no chunk size");
    left = Number.parseInt(size, 16);
    state = left === 0 ? "trailers" : "chunk";
  };

  const LINES: Partial<Record<State, (line: string) => void>> = {
    status: onStatus,
    headers: onHeader,
    size: onSize,
    "after-chunk": (line) => {
      if (line !== "") throw new ReplyFormatError("a chunk is longer than its size");
      state = "size";
    },
    trailers: (line) => {
      if (line === "") finish();
    },
  };

  /** Reads a step; returns how many bytes were used, 0 when more are needed. */
  const step = (bytes: Buffer): number => {
    const onLine = LINES[state];
    if (onLine === undefined) {
      const taken = state === "until-end" ? bytes.length : Math.min(left, bytes.length);
      sink.onData(bytes.subarray(0, taken));
      if (state === "until-end") return taken;
      left -= taken;
      if (left === 0 && state === "length") finish();
      else if (left === 0) state = "after-chunk";
      return taken;
    }
    const at = bytes.indexOf(LF);
    const isHead = state !== "size" && state !== "after-chunk";
    if ((isHead ? headBytes : 0) + (at < 0 ? bytes.length : at) > HEAD_MAX)
      throw new ReplyFormatError("a head without end");
    if (at < 0) return 0;
    if (isHead) headBytes += at + 1;
    const line = bytes.subarray(0, at).toString("latin1").replace(/\r+$/, "");
    if (line.includes("\0")) throw new ReplyFormatError("not a text");
    onLine(line);
    return at + 1;
  };

  return {
    push(chunk) {
      let rest = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      while (rest.length > 0 && state !== "done") {
        const used = step(rest);
        if (used === 0) break;
        rest = rest.subarray(used);
      }
      pending = rest;
      if (state === "done" && rest.length > 0) isOdd = true;
    },
    end() {
      if (state === "done") return true;
      // Some units send only the status, or leave out the line after the last chunk.
      if (state === "headers" && pending.length === 0) {
        if (headers.has("content-length") || headers.has("transfer-encoding") || status < 200) return false;
        state = "until-end";
        sink.onHead({ status, headers, length: null });
      }
      if (state === "status" && pending.length > 0 && !/^HTTP\//i.test(pending.toString("latin1")))
        throw new ReplyFormatError("no status line");
      const isWhole = state === "until-end" || (state === "trailers" && pending.toString("latin1").trim() === "");
      if (isWhole) finish();
      return isWhole;
    },
    isReusable: () => state === "done" && keepsOpen && !isOdd,
  };
}
