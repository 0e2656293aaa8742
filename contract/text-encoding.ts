// Finds a text file's encoding: certain by a byte order mark or by being valid, otherwise read line by line and scored. Pure.
import { decodeBytes, encodeBytes, ONE_BYTE_ENCODINGS, type OneByteEncoding, UPPER_SIGNS } from "./code-pages.ts";
import { scoreSigns } from "./sign-scores.ts";

/** "repaired": UTF-8 that some program read as one byte per character and saved again. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "repaired" | OneByteEncoding;

/** "mixed": lines of several encodings. "lost": characters that were replaced by � before the file was saved. */
export type EncodingDoubt = "mixed" | "unsure" | "repaired" | "lost";

export interface FoundEncoding {
  encoding: Encoding;
  /** Null: nobody needs to check the encoding. */
  doubt: EncodingDoubt | null;
  /** Best first; a single entry where there is no choice. */
  choices: readonly Encoding[];
  /** Numbers of the doubtful lines, the first few. */
  lines: readonly number[];
}

const MOST_LINES_NAMED = 5;
/** Lead of the best encoding over another, on average where they differ, that makes it certain. */
const SURE_LEAD = 1.5;
/** A line that reads better in another encoding by this much has that encoding. */
const OWN_LEAD = 3;
/** Mean scores of text in one of the usual languages, and of other characters inside words. */
const READS_WELL = 2;
const NONSENSE = -1;

/** Finds the encoding; never throws. */
export function findEncoding(bytes: Uint8Array): FoundEncoding {
  const utf16 = utf16Of(bytes);
  if (utf16) return sure(utf16);
  const lines = linesOf(bytes);
  const broken = lines.filter((line) => line.text === null);
  return broken.length === 0 ? judgeUtf8(lines) : judgeOneByte(lines, broken);
}

/** Decodes a text; without an encoding, the one that is found. */
export function decodeText(bytes: Uint8Array, encoding: Encoding = findEncoding(bytes).encoding): string {
  if (encoding === "utf-16le" || encoding === "utf-16be") return new TextDecoder(encoding).decode(bytes);
  const lines = linesOf(bytes);
  if (encoding === "repaired")
    return lines.map(({ text, bytes: own }) => repaired(text) ?? text ?? lossy(own)).join("");
  if (encoding === "utf-8") return lines.map(({ text, bytes: own }) => text ?? lossy(own)).join("");
  return lines.map((line) => line.text ?? decodeBytes(line.bytes, ownEncoding(line.bytes, encoding))).join("");
}

const lossy = (bytes: Uint8Array) => new TextDecoder("utf-8").decode(bytes);
const sure = (encoding: Encoding): FoundEncoding => ({ encoding, doubt: null, choices: [encoding], lines: [] });

interface ByteLine {
  number: number;
  bytes: Uint8Array;
  /** The line with its line end, as UTF-8; null where the line is not valid UTF-8. */
  text: string | null;
}

function linesOf(bytes: Uint8Array): ByteLine[] {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const lines: ByteLine[] = [];
  let start = 0;
  while (start < bytes.length) {
    let end = start;
    while (end < bytes.length && bytes[end] !== 10 && bytes[end] !== 13) end += 1;
    end += bytes[end] === 13 && bytes[end + 1] === 10 ? 2 : 1;
    const own = bytes.subarray(start, end);
    lines.push({ number: lines.length + 1, bytes: own, text: valid(own, decoder) });
    start = end;
  }
  return lines;
}

function valid(bytes: Uint8Array, decoder = new TextDecoder("utf-8", { fatal: true })): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Returns the kind of UTF-16, by its byte order mark or by the zeros beside the Latin letters. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, 4000);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd * 4 > sample.length && even * 20 < odd) return "utf-16le";
  return even * 4 > sample.length && odd * 20 < even ? "utf-16be" : null;
}

function judgeUtf8(lines: readonly ByteLine[]): FoundEncoding {
  const lost = lines.filter(({ text }) => text?.includes("\ufffd"));
  if (lost.length > 0) return { ...sure("utf-8"), doubt: "lost", lines: numbersOf(lost) };
  const wrong = lines.filter(({ text }) => repaired(text) !== null);
  if (wrong.length === 0) return sure("utf-8");
  return { encoding: "repaired", doubt: "repaired", choices: ["repaired", "utf-8"], lines: numbersOf(wrong) };
}

/** Returns "Ã…sa" or "√Ösa" as it was before it was misread: Åsa. Null when it was not misread. */
function repaired(text: string | null): string | null {
  if (text === null || !/[^\p{ASCII}]{2}/u.test(text)) return null;
  for (const encoding of ["windows-1252", "macintosh", "cp850"] as const) {
    const bytes = encodeBytes(text.replace(/^\ufeff/, ""), encoding);
    const before = bytes && valid(bytes);
    if (before) return before;
  }
  return null;
}

function judgeOneByte(lines: readonly ByteLine[], broken: readonly ByteLine[]): FoundEncoding {
  const order = byScore(broken.map((line) => line.bytes));
  const [best] = order;
  const others = lines.filter(({ text, number }) => number > 0 && text !== null && /[^\p{ASCII}\ufeff]/u.test(text));
  const choices = order.map(({ encoding }) => encoding);
  const own = broken.filter(({ bytes }) => ownEncoding(bytes, best.encoding) !== best.encoding);
  const foreign = others.length > 0 ? (others.length < broken.length ? others : broken) : own;
  if (foreign.length > 0) return { encoding: best.encoding, doubt: "mixed", choices, lines: numbersOf(foreign) };
  const usual = order.find(({ encoding }) => encoding === "windows-1252")?.mean ?? 0;
  // An encoding other than the usual one is accepted only where the usual one reads as nonsense.
  const readsWell = best.encoding === "windows-1252" ? usual >= 0 : best.mean >= READS_WELL && usual <= NONSENSE;
  if (readsWell && best.lead >= SURE_LEAD) return sure(best.encoding);
  return { encoding: best.encoding, doubt: "unsure", choices, lines: numbersOf(broken) };
}

const numbersOf = (lines: readonly ByteLine[]) => lines.slice(0, MOST_LINES_NAMED).map(({ number }) => number);

/** Returns the file's encoding, unless the line reads much better in another. */
function ownEncoding(bytes: Uint8Array, encoding: OneByteEncoding): OneByteEncoding {
  const scores = scoreSigns(bytes, UPPER_SIGNS[encoding]);
  let own = encoding;
  let most = OWN_LEAD;
  for (const other of ONE_BYTE_ENCODINGS) {
    const lead = leadOver(bytes, scores, scoreSigns(bytes, UPPER_SIGNS[other]), encoding, other);
    if (lead !== null && -lead > most) [own, most] = [other, -lead];
  }
  return own;
}

interface Scored {
  encoding: OneByteEncoding;
  mean: number;
  /** Lead over the next encoding that reads differently; Infinity where all read alike. */
  lead: number;
}

function byScore(lines: readonly Uint8Array[]): [Scored, ...Scored[]] {
  const bytes = joined(lines);
  const scored = ONE_BYTE_ENCODINGS.map((encoding) => {
    const scores = scoreSigns(bytes, UPPER_SIGNS[encoding]);
    return { encoding, scores, mean: scores.reduce((sum, score) => sum + score, 0) / scores.length };
  }).toSorted((a, b) => b.mean - a.mean);
  const withLead = scored.map(({ encoding, scores, mean }): Scored => {
    const leads = scored.flatMap((other) => leadOver(bytes, scores, other.scores, encoding, other.encoding) ?? []);
    return { encoding, mean, lead: Math.min(Number.POSITIVE_INFINITY, ...leads) };
  });
  return withLead as [Scored, ...Scored[]];
}

/** Returns the mean difference of the scores where the characters differ; null where none does. */
function leadOver(
  bytes: Uint8Array,
  scores: readonly number[],
  others: readonly number[],
  encoding: OneByteEncoding,
  other: OneByteEncoding,
): number | null {
  let [sum, count, at] = [0, 0, 0];
  for (const byte of bytes) {
    if (byte < 128) continue;
    if (UPPER_SIGNS[encoding][byte - 128] !== UPPER_SIGNS[other][byte - 128]) {
      sum += (scores[at] ?? 0) - (others[at] ?? 0);
      count += 1;
    }
    at += 1;
  }
  return count === 0 ? null : sum / count;
}

const SAMPLE_BYTES = 200_000;

function joined(lines: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(
    Math.min(
      SAMPLE_BYTES,
      lines.reduce((sum, line) => sum + line.length, 0),
    ),
  );
  let at = 0;
  for (const line of lines) {
    if (at + line.length > all.length) break;
    all.set(line, at);
    at += line.length;
  }
  return all;
}
