// Reads text tables from any program: three delimiters, quotes, three line ends. Pure.
import { unguarded } from "./csv-cell.ts";
import { plainLine } from "./plain-line.ts";

export interface TextLine {
  number: number;
  /** Trimmed, NFC, without control characters. */
  fields: string[];
}

const DELIMITERS = [",", ";", "\t"] as const;

const SAMPLE_CHARACTERS = 20_000;
const HINT = /^\ufeff?sep=(.)(?:\r\n|\n|\r|$)/i;

/** Splits text into lines of fields by the delimiter that gives the most lines of at least `fieldsWanted`. */
export function splitText(text: string, fieldsWanted: number): TextLine[] {
  const hint = HINT.exec(text);
  const delimiter = hint?.[1] ?? detectDelimiter(text, fieldsWanted);
  const lines = splitWith(text, { delimiter, fieldsWanted });
  return hint ? lines.filter((line) => line.number > 1) : lines;
}

function detectDelimiter(text: string, fieldsWanted: number): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const scores = DELIMITERS.map((delimiter) => {
    const lines = splitWith(sample, { delimiter, fieldsWanted });
    const full = lines.filter((line) => line.fields.length >= fieldsWanted).length;
    return { delimiter, full, fields: lines.reduce((sum, line) => sum + line.fields.length, 0) };
  });
  const best = scores.reduce((a, b) => (b.full > a.full || (b.full === a.full && b.fields > a.fields) ? b : a));
  return best.delimiter;
}

interface Format {
  delimiter: string;
  fieldsWanted: number;
}

function splitWith(text: string, { delimiter, fieldsWanted }: Format): TextLine[] {
  return readRows(text, delimiter, Math.min(fieldsWanted, usualFields(text, delimiter)));
}

/** Splits text into rows. A line within quotes that has `rowFields` fields is a row of its own; Infinity: no line is. */
function readRows(text: string, delimiter: string, rowFields: number): TextLine[] {
  const lines: TextLine[] = [];
  const end = text.length;
  let at = 0;
  let number = 1;
  while (at < end) {
    const line: TextLine = { number, fields: [] };
    const start = at;
    for (;;) {
      const field = readField(text, at, delimiter, { start, rowFields });
      line.fields.push(plainLine(unguarded(field.value)));
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

const LINE_END = /\r\n|\n|\r/;

/** Returns the most usual number of fields: that of single lines or, where it is larger, that of rows whose quotes may span lines. */
function usualFields(text: string, delimiter: string): number {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const asLines = sample.split(LINE_END).map((line) => fieldsOf(line, delimiter));
  const asRows = readRows(sample, delimiter, Number.POSITIVE_INFINITY).map(({ fields }) => fields.length);
  return Math.max(mostUsual(asLines), mostUsual(asRows));
}

function mostUsual(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) if (count > 1) times.set(count, (times.get(count) ?? 0) + 1);
  const [usual] = [...times].toSorted(([, a], [, b]) => b - a);
  return usual?.[0] ?? 1;
}

const fieldsOf = (line: string, delimiter: string) => line.split(delimiter).length;

interface Field {
  value: string;
  end: number;
  lineBreaks: number;
}

interface Row {
  /** Where the row began. */
  start: number;
  rowFields: number;
}

/** Reads a field by RFC 4180. A quote that never closes, stands inside an unquoted field or holds whole rows is literal. */
function readField(text: string, start: number, delimiter: string, row: Row): Field {
  const opening = text.startsWith('="', start) ? start + 1 : start;
  if (text[opening] !== '"') return plainField(text, start, delimiter);
  let from = opening + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return plainField(text, start, delimiter);
    if (text[quote + 1] !== '"') {
      if (holdsRows(text, opening, quote, delimiter, row)) return plainField(text, start, delimiter);
      const inside = text.slice(opening + 1, quote).replaceAll('""', '"');
      // Text after the closing quote belongs to the field, as in spreadsheets.
      const rest = plainField(text, quote + 1, delimiter);
      const lineBreaks = inside.match(/\r\n|\n|\r/g)?.length ?? 0;
      return { value: inside + rest.value, end: rest.end, lineBreaks };
    }
    from = quote + 2;
  }
}

/** Tells whether the lines within the quotes are rows themselves: the two quotes then are strays of two rows, and would hide the others. */
function holdsRows(text: string, opening: number, quote: number, delimiter: string, row: Row): boolean {
  if (row.rowFields < 2 || !LINE_END.test(text.slice(opening, quote))) return false;
  const stop = text.slice(quote).search(LINE_END);
  const lines = text.slice(row.start, stop === -1 ? text.length : quote + stop).split(LINE_END);
  const areRows = lines.map((line) => fieldsOf(line, delimiter) >= row.rowFields);
  const between = areRows.slice(1, -1);
  // When a quoted field has only two lines, both of them must be rows.
  return between.length > 0 ? between.some(Boolean) : areRows.every(Boolean);
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

/** Counts the lines that hold anything, without Excel's hint. */
export function countLines(text: string): number {
  return text
    .replace(HINT, "")
    .split(LINE_END)
    .filter((line) => /[^\s,;"\ufeff]/.test(line)).length;
}
