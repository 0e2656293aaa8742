// Text tables as people's programs write them: any of three delimiters, three encodings, quotes, three kinds of line end.
// Pure; knows nothing of what the fields mean.
import { plainLine } from "./plain-line.ts";

export interface TextLine {
  /** Place in the file from 1, as a spreadsheet or an editor shows it. */
  number: number;
  /** Trimmed, NFC, without control signs. */
  fields: string[];
}

const DELIMITERS = [",", ";", "\t"] as const;

/** How much of a file is looked at to find its delimiter. */
const SAMPLE_CHARACTERS = 20_000;

/**
 * Bytes → text: byte order marks of UTF-8 and UTF-16 are obeyed and dropped; without one it is UTF-8 if it can be, else
 * Windows-1252, which reads anything (Swedish Excel's "CSV").
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * Splits text into lines of fields; blank lines are dropped, and so are lines that hold nothing but delimiters, which Excel
 * leaves under a table. `fieldsWanted`: the delimiter is the one that gives the most lines of at least that many.
 */
export function splitText(text: string, fieldsWanted: number): TextLine[] {
  // "sep=;" is how a file tells Excel its delimiter.
  const hint = /^sep=(.)(?:\r\n|\n|\r|$)/i.exec(text);
  const delimiter = hint?.[1] ?? detectDelimiter(text, fieldsWanted);
  const lines = splitWith(text, delimiter);
  return hint ? lines.filter((line) => line.number > 1) : lines;
}

function detectDelimiter(text: string, fieldsWanted: number): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const scores = DELIMITERS.map((delimiter) => {
    const lines = splitWith(sample, delimiter);
    const full = lines.filter((line) => line.fields.length >= fieldsWanted).length;
    return { delimiter, full, fields: lines.reduce((sum, line) => sum + line.fields.length, 0) };
  });
  const best = scores.reduce((a, b) => (b.full > a.full || (b.full === a.full && b.fields > a.fields) ? b : a));
  return best.delimiter;
}

function splitWith(text: string, delimiter: string): TextLine[] {
  const lines: TextLine[] = [];
  const end = text.length;
  let at = 0;
  let number = 1;
  while (at < end) {
    const line: TextLine = { number, fields: [] };
    for (;;) {
      const field = readField(text, at, delimiter);
      line.fields.push(plainLine(field.value));
      at = field.end;
      number += field.lineBreaks;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    number += 1;
    if (line.fields.some((field) => /[^,;\t]/.test(field))) lines.push(line);
  }
  return lines;
}

interface Field {
  value: string;
  /** Where the delimiter, the line's end or the text's end stands. */
  end: number;
  /** Inside quotes. */
  lineBreaks: number;
}

/** RFC 4180. A quote that never closes, or that stands inside an unquoted field, is a letter like any other. */
function readField(text: string, start: number, delimiter: string): Field {
  if (text[start] !== '"') return plainField(text, start, delimiter);
  let value = "";
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return plainField(text, start, delimiter);
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') {
      // What stands after the closing quote belongs to the field, as spreadsheets read it.
      const rest = plainField(text, quote + 1, delimiter);
      const lineBreaks = value.match(/\r\n|\n|\r/g)?.length ?? 0;
      return { value: value + rest.value, end: rest.end, lineBreaks };
    }
    value += '"';
    from = quote + 2;
  }
}

function plainField(text: string, start: number, delimiter: string): Field {
  let end = start;
  while (end < text.length) {
    const sign = text[end];
    if (sign === delimiter || sign === "\n" || sign === "\r") break;
    end += 1;
  }
  return { value: text.slice(start, end), end, lineBreaks: 0 };
}
