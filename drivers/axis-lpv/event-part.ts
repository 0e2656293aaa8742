// Finds the part `event` of a multipart body, wherever it stands among images.
import { shortJson } from "./short-json.ts";

/** Limit for the headers of one part, and for the text before the first. */
const HEADERS_BYTES_MAX = 16 * 1024;
/** The line end before a delimiter belongs to the delimiter. */
const LINE_END_BYTES = 2;
const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];

const HEADERS_END = /\r?\n\r?\n/;
const IS_EVENT = /^content-disposition:[^\r\n]*;\s*name="?event"?\s*(?:;|\r?$)/im;

export interface EventPart {
  add: (chunk: Buffer) => void;
  /** Returns the part; null when there is none. Throws NonsenseReplyError. */
  text: () => string | null;
}

/** Reads the part. Lines may end in LF alone. Images are skipped and never kept. */
export function eventPart(boundary: string): EventPart {
  const delimiter = Buffer.from(`--${boundary}`, "latin1");
  const event = shortJson();
  let state: "preamble" | "headers" | "event" | "other" | "over" = "preamble";
  /** The unread rest: less than a delimiter of a part's body, or headers. */
  let rest: Buffer = Buffer.alloc(0);
  let isFound = false;

  /** Reads headers; returns false when more bytes are needed. */
  const readHeaders = (): boolean => {
    // Latin 1 keeps every byte in its place.
    const text = rest.toString("latin1", 0, HEADERS_BYTES_MAX);
    const end = HEADERS_END.exec(text);
    if (end === null && rest.length < HEADERS_BYTES_MAX && !text.startsWith("--")) return false;
    if (end === null) {
      state = "over";
      return false;
    }
    const isEvent = IS_EVENT.test(text.slice(0, end.index));
    state = isEvent ? "event" : "other";
    isFound ||= isEvent;
    rest = rest.subarray(end.index + end[0].length);
    return true;
  };
  /** Reads a body; returns false when more bytes are needed. */
  const readBody = (): boolean => {
    const at = delimiterIn(rest, delimiter);
    const end = at < 0 ? Math.max(0, rest.length - delimiter.length - LINE_END_BYTES) : withoutLineEnd(rest, at);
    if (state === "event") event.add(rest.subarray(0, end));
    if (at < 0) rest = rest.subarray(end);
    else {
      // Only one event is decided; later ones are dropped.
      rest = rest.subarray(at + delimiter.length);
      state = state === "event" ? "over" : "headers";
    }
    return at >= 0 && state !== "over";
  };

  return {
    add(chunk) {
      let more = state !== "over";
      if (more) rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      while (more) more = state === "headers" ? readHeaders() : readBody();
    },
    text() {
      if (!isFound) return null;
      // The body ended without its last delimiter. A body that was cut off is no JSON.
      if (state === "event") event.add(rest);
      return event.text();
    },
  };
}

/** Finds a delimiter at the beginning of a line only: an image may hold the same bytes. */
function delimiterIn(bytes: Buffer, delimiter: Buffer): number {
  let at = bytes.indexOf(delimiter);
  while (at > 0 && bytes[at - 1] !== LINE_FEED) at = bytes.indexOf(delimiter, at + 1);
  return at;
}

function withoutLineEnd(bytes: Buffer, at: number): number {
  const end = bytes[at - 1] === LINE_FEED ? at - 1 : at;
  return bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
}
