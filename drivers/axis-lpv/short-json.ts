// The members of a JSON object that are worth reading, out of a body that may hold megabytes of images.
import { NonsenseReplyError } from "../errors.ts";

/** Longer texts are images. */
const TEXT_BYTES_MAX = 1_024;
/** All members together may have as many, images apart. */
const KEPT_BYTES_MAX = 64 * 1024;

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];

export interface ShortJson {
  add: (chunk: Buffer) => void;
  /** @throws NonsenseReplyError when too much is left */
  text: () => string;
}

/**
 * Keeps the outermost object's own members: a longer text becomes an empty one, and an object or list within it is kept
 * without what it holds. One look at each byte and a bounded memory, however the body is cut into chunks.
 */
export function shortJson(): ShortJson {
  const kept = Buffer.allocUnsafe(KEPT_BYTES_MAX);
  let length = 0;
  let isTooMuch = false;
  let depth = 0;
  let inText = false;
  let isEscaped = false;
  /** Where the text that is being read begins in `kept`, and that it has been dropped. */
  let textAt = 0;
  let isLong = false;

  const keep = (byte: number) => {
    if (length === KEPT_BYTES_MAX) isTooMuch = true;
    else {
      kept[length] = byte;
      length += 1;
    }
  };
  const readText = (byte: number) => {
    const ends = byte === QUOTE && !isEscaped;
    isEscaped = byte === BACKSLASH && !isEscaped;
    inText = !ends;
    if (depth > 1) return;
    if (!isLong && !ends && length - textAt >= TEXT_BYTES_MAX) {
      isLong = true;
      length = textAt;
    }
    if (ends || !isLong) keep(byte);
  };
  const readOther = (byte: number) => {
    const closes = byte === CLOSE_BRACE || byte === CLOSE_BRACKET;
    if (closes) depth -= 1;
    if (depth <= 1) keep(byte);
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    if (byte !== QUOTE) return;
    inText = true;
    isLong = false;
    textAt = length;
  };

  return {
    add(chunk) {
      let at = 0;
      while (at < chunk.length && !isTooMuch) {
        if (inText && (isLong || depth > 1) && !isEscaped) at = plainUntil(chunk, at);
        const byte = chunk[at];
        if (byte === undefined) return;
        if (inText) readText(byte);
        else readOther(byte);
        at += 1;
      }
    },
    text() {
      if (isTooMuch) throw new NonsenseReplyError("too much beside the images");
      return kept.toString("utf8", 0, length);
    },
  };
}

/** The next byte of a text that may end it, or make the next one mean something else. */
function plainUntil(chunk: Buffer, from: number): number {
  const quote = chunk.indexOf(QUOTE, from);
  const end = quote < 0 ? chunk.length : quote;
  const backslash = chunk.subarray(from, end).indexOf(BACKSLASH);
  return backslash < 0 ? end : from + backslash;
}
