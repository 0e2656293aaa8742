// Exports CSV, by default for Swedish Excel: semicolons, byte order mark, CRLF. Formulas are escaped.

import { guarded } from "./csv-cell.ts";

export type CsvCell = string | number | null;

interface CsvStyle {
  delimiter: ";" | ",";
  byteOrderMark: boolean;
}

const CSV_FOR_EXCEL: CsvStyle = { delimiter: ";", byteOrderMark: true };
/** Style of the weekly codes' file, as specified: "Vecka,Kod". */
export const CSV_WITH_COMMAS: CsvStyle = { delimiter: ",", byteOrderMark: false };

const BYTE_ORDER_MARK = "\ufeff";
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** Returns the whole file, header line first. Null is an empty cell; numbers get the style's decimal separator. */
export function toCsv(lines: readonly (readonly CsvCell[])[], style: CsvStyle = CSV_FOR_EXCEL): string {
  const body = lines.map((line) => `${line.map((value) => cell(value, style)).join(style.delimiter)}\r\n`).join("");
  return style.byteOrderMark ? BYTE_ORDER_MARK + body : body;
}

function cell(value: CsvCell, { delimiter }: CsvStyle): string {
  if (value === null) return "";
  if (typeof value === "number") return delimiter === ";" ? String(value).replace(".", ",") : String(value);
  const text = guarded(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
