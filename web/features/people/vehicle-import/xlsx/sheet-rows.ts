// Reads one sheet's rows as text (ECMA-376 part 1, 18.3). Hidden rows and columns are counted separately.
import type { TextLine } from "#contract/read-csv.ts";
import { VEHICLE_FILE_MAX_ROWS } from "#contract/vehicle-csv.ts";
import { type CellFormats, cellText, isHidden, type RawCell } from "./cell-texts.ts";
import { isTrue, readXml } from "./read-xml.ts";

/** Columns beyond this are ignored: a cell's reference may name any. */
const MOST_COLUMNS = 64;
/** A header and one row over the limit are enough to detect that it is passed. */
const MOST_ROWS = VEHICLE_FILE_MAX_ROWS + 2;

/** The last row of a sheet. Each line has a number of its own, which identifies its row in an import, whatever the file claims. */
const LAST_ROW = 1_048_576;

export interface SheetRows {
  lines: TextLine[];
  /** Hidden rows with contents; left out of `lines` unless requested. */
  hiddenRows: number;
  hiddenColumns: number;
}

export interface SheetSource {
  xml: string | undefined;
  shared: () => readonly string[];
  formats: () => CellFormats;
  withHidden: boolean;
  /** Throws when the reading has taken too long. */
  checkTime: () => void;
}

interface OpenCell extends RawCell {
  column: number;
}

export function readSheetRows({ xml, shared, formats, withHidden, checkTime }: SheetSource): SheetRows {
  const lines: TextLine[] = [];
  const columns = new Set<number>();
  const filledHidden = new Set<number>();
  let hiddenRows = 0;
  let hiddenByDefault = false;
  let line: TextLine = { number: 0, fields: [] };
  let isRowHidden = false;
  let next = 0;
  let cell: OpenCell | null = null;
  let inText = false;
  let phonetic = 0;

  function endRow(stop: () => void): void {
    if (!line.fields.some((field) => field !== "")) return;
    if (isRowHidden) hiddenRows += 1;
    if (isRowHidden && !withHidden) return;
    lines.push(line);
    if (lines.length >= MOST_ROWS) stop();
  }

  function endCell({ column, ...raw }: OpenCell): void {
    next = column + 1;
    if (column >= MOST_COLUMNS) return;
    const text = cellText(raw, raw.type === "s" ? shared() : [], formats());
    if (text !== "" && columns.has(column)) {
      filledHidden.add(column);
      if (!withHidden) return;
    }
    while (line.fields.length < column) line.fields.push("");
    line.fields[column] = text;
  }

  readXml(xml, (stop) => ({
    open: (name, attributes, isEmpty) => {
      if (name === "c") {
        // Most cells of a large sheet are only coloured.
        if (isEmpty) return void (next += 1);
        const { r = "", t = "n", s = "0" } = attributes();
        cell = { column: columnOf(r) ?? next, type: t, style: Number(s), text: "" };
      } else if (name === "v" || name === "t") inText = !isEmpty;
      else if (name === "rPh") phonetic += 1;
      else if (name === "row") {
        if (line.number % 256 === 0) checkTime();
        const { r, hidden, ht } = attributes();
        const given = Number(r);
        const isNext = Number.isSafeInteger(given) && given > line.number && given <= LAST_ROW;
        line = { number: isNext ? given : line.number + 1, fields: [] };
        isRowHidden = hidden === undefined ? hiddenByDefault || ht === "0" : isTrue(hidden);
        next = 0;
      } else if (name === "sheetFormatPr") hiddenByDefault = isTrue(attributes()["zeroHeight"]);
      else if (name === "col") noteColumns(attributes(), columns);
    },
    close: (name) => {
      if (name === "v" || name === "t") inText = false;
      else if (name === "rPh") phonetic -= 1;
      else if (name === "c" && cell !== null) {
        endCell(cell);
        cell = null;
      } else if (name === "row") endRow(stop);
    },
    text: (text) => {
      if (inText && phonetic === 0 && cell !== null) cell.text += text;
    },
  }));
  // Spreadsheets leave out empty cells at the end of a row.
  const width = Math.max(0, ...lines.map((one) => one.fields.length));
  for (const one of lines) while (one.fields.length < width) one.fields.push("");
  return { lines, hiddenRows, hiddenColumns: filledHidden.size };
}

function noteColumns(attributes: Readonly<Record<string, string>>, columns: Set<number>): void {
  if (!isHidden(attributes) && Number(attributes["width"] ?? 1) > 0) return;
  const first = Number(attributes["min"]) - 1;
  const last = Math.min(Number(attributes["max"]) - 1, MOST_COLUMNS);
  for (let column = first; column <= last; column += 1) columns.add(column);
}

/** Returns the column's position: "C7" → 2. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase();
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
