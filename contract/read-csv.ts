// Text tables from any program: three delimiters, three encodings, quotes, three line ends. Pure.
import { plainLine } from "./plain-line.ts";

export interface TextLine {
  number: number;
  /** Trimmed, NFC, without control characters. */
  fields: string[];
}

const DELIMITERS = [",", ";", "\t"] as const;

const SAMPLE_CHARACTERS = 20_000;

/** UTF-8 and UTF-16 by byte order mark; without one UTF-8 if valid, else Windows-1252 (Swedish Excel's "CSV"). */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Splits text into lines of fields by the delimiter that gives the most lines of at least `fieldsWanted`. */
export function splitText(text: string, fieldsWanted: number): TextLine[] {
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
  end: number;
  lineBreaks: number;
}

/** RFC 4180. A quote that never closes or stands inside an unquoted field is literal. */
function readField(text: string, start: number, delimiter: string): Field {
  if (text[start] !== '"') return plainField(text, start, delimiter);
  let value = "";
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return plainField(text, start, delimiter);
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') {
      // Text after the closing quote belongs to the field, as in spreadsheets.
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
