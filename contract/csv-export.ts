// CSV files that we give away. By default as Swedish Excel opens them without asking: semicolons, byte order mark, CRLF.
// A text that a spreadsheet would take for a formula is made a text.

export type CsvCell = string | number | null;

interface CsvStyle {
  delimiter: ";" | ",";
  byteOrderMark: boolean;
}

const CSV_FOR_EXCEL: CsvStyle = { delimiter: ";", byteOrderMark: true };
/** The weekly codes' file, whose lines the specification gives: "Vecka,Kod". */
export const CSV_WITH_COMMAS: CsvStyle = { delimiter: ",", byteOrderMark: false };

const BYTE_ORDER_MARK = "\ufeff";
/** OWASP's list and the full-width forms that some spreadsheets fold. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** The whole file's text, header line first. Null is an empty cell; a number has the comma that goes with the style. */
export function toCsv(lines: readonly (readonly CsvCell[])[], style: CsvStyle = CSV_FOR_EXCEL): string {
  const body = lines.map((line) => `${line.map((value) => cell(value, style)).join(style.delimiter)}\r\n`).join("");
  return style.byteOrderMark ? BYTE_ORDER_MARK + body : body;
}

function cell(value: CsvCell, { delimiter }: CsvStyle): string {
  if (value === null) return "";
  if (typeof value === "number") return delimiter === ";" ? String(value).replace(".", ",") : String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
