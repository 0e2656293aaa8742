// Extracts short members of a JSON object from a body that may hold megabytes of images.
import { NonsenseReplyError } from "../errors.ts";

/** Longer texts are images. */
const TEXT_BYTES_MAX = 1_024;
/** Limit for all kept members together. */
const KEPT_BYTES_MAX = 64 * 1024;

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];

export interface ShortJson {
  add: (chunk: Buffer) => void;
  /** Returns the short JSON. Throws NonsenseReplyError when too much is left. */
  text: () => string;
}

/**
 * Keeps the outermost object's own members. A longer text becomes an empty one, and a nested object or list is kept without its contents.
 * Looks at each byte once with limited memory, however the body is split into chunks.
 */
export function shortJson(): ShortJson {
  const kept = Buffer.allocUnsafe(KEPT_BYTES_MAX);
  let length = 0;
  let isTooMuch = false;
  let depth = 0;
  let inText = false;
  let isEscaped = false;
  /** Position in `kept` where the current text begins, and whether it was dropped. */
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

/** Returns the next byte that may end a text, or change the meaning of the next byte. */
function plainUntil(chunk: Buffer, from: number): number {
  const quote = chunk.indexOf(QUOTE, from);
  const end = quote < 0 ? chunk.length : quote;
  const backslash = chunk.subarray(from, end).indexOf(BACKSLASH);
  return backslash < 0 ? end : from + backslash;
}
