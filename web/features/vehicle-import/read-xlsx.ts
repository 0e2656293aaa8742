// The first sheet as text; formats, dates and formulas are not interpreted (ECMA-376 part 1, sections 18.3 and 18.4).
import { strFromU8, unzipSync } from "fflate";
import { Parser } from "saxen";
import { plainLine } from "#contract/plain-line.ts";
import type { TextLine } from "#contract/read-csv.ts";
import { VEHICLE_FILE_MAX_ROWS } from "#contract/vehicle-csv.ts";

/** Against zip bombs: a sheet of 20,000 vehicles is a few megabytes. */
const PART_MAX_BYTES = 64 * 1024 * 1024;
/** Columns beyond this are ignored: a cell's reference may name any. */
const MOST_COLUMNS = 64;

/** Throws unless it is a workbook that opens without a password. */
export function readXlsx(bytes: Uint8Array): TextLine[] {
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => WANTED.test(name) && originalSize <= PART_MAX_BYTES,
  });
  const part = (name: string) => {
    const found = parts[name];
    return found && strFromU8(found);
  };
  const sheet = part(firstSheet(part("xl/workbook.xml"), part("xl/_rels/workbook.xml.rels")));
  if (sheet === undefined) throw new Error("the workbook has no sheet that can be read");
  return sheetLines(sheet, sharedTexts(part("xl/sharedStrings.xml")));
}

const WANTED = /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/;
const USUAL_SHEET = "xl/worksheets/sheet1.xml";

/** Part name of the first sheet, in the order of the tabs. */
function firstSheet(workbook: string | undefined, relations: string | undefined): string {
  let relation: string | undefined;
  readXml(workbook, {
    open: (name, attributes) => {
      if (name === "sheet") relation ??= Object.entries(attributes()).find(([key]) => /(^|:)id$/.test(key))?.[1];
    },
  });
  let target: string | undefined;
  readXml(relations, {
    open: (name, attributes) => {
      if (name !== "Relationship") return;
      const { Id, Target } = attributes();
      if (Id === relation && Target !== undefined) target = Target;
    },
  });
  if (target === undefined) return USUAL_SHEET;
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

/** Shared strings, without phonetic readings. */
function sharedTexts(xml: string | undefined): string[] {
  const texts: string[] = [];
  let current = "";
  let phonetic = false;
  let inText = false;
  readXml(xml, {
    open: (name) => {
      if (name === "si") current = "";
      else if (name === "rPh") phonetic = true;
      else if (name === "t") inText = true;
    },
    close: (name) => {
      if (name === "si") texts.push(current);
      else if (name === "rPh") phonetic = false;
      else if (name === "t") inText = false;
    },
    text: (text) => {
      if (inText && !phonetic) current += text;
    },
  });
  return texts;
}

interface Cell {
  column: number;
  type: string;
  text: string;
}

function sheetLines(xml: string, shared: readonly string[]): TextLine[] {
  const lines: TextLine[] = [];
  let line: TextLine = { number: 0, fields: [] };
  let cell: Cell | null = null;
  let inValue = false;
  readXml(xml, {
    open: (name, attributes) => {
      if (name === "row") {
        const given = Number(attributes()["r"]);
        line = { number: Number.isSafeInteger(given) && given > 0 ? given : line.number + 1, fields: [] };
      } else if (name === "c") {
        const { r = "", t = "n" } = attributes();
        cell = { column: columnOf(r) ?? line.fields.length, type: t, text: "" };
      } else if (name === "v" || name === "t") inValue = true;
    },
    close: (name) => {
      if (name === "v" || name === "t") inValue = false;
      else if (name === "c" && cell !== null) {
        if (cell.column < MOST_COLUMNS) {
          while (line.fields.length < cell.column) line.fields.push("");
          line.fields[cell.column] = plainLine(textOf(cell, shared));
        }
        cell = null;
      } else if (name === "row" && line.fields.some((field) => field !== "")) {
        // A header and one row over the limit are enough to detect that it is passed.
        if (lines.length < VEHICLE_FILE_MAX_ROWS + 2) lines.push(line);
      }
    },
    text: (text) => {
      if (inValue && cell !== null) cell.text += text;
    },
  });
  // Excel omits empty cells at the end of a row.
  const width = Math.max(0, ...lines.map((one) => one.fields.length));
  for (const one of lines) while (one.fields.length < width) one.fields.push("");
  return lines;
}

function textOf({ type, text }: Cell, shared: readonly string[]): string {
  if (type === "s") return shared[Number(text)] ?? "";
  return type === "e" ? "" : text;
}

/** "C7" → 2. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

interface XmlHandlers {
  open: (name: string, attributes: () => Record<string, string>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/** Names come without prefix; throws for a missing or malformed part. */
function readXml(xml: string | undefined, { open, close, text }: XmlHandlers): void {
  if (xml === undefined) return;
  const local = (name: string) => name.slice(name.indexOf(":") + 1);
  const parser = new Parser()
    .on("openTag", (name, attributes, decode) =>
      open(local(name), () =>
        Object.fromEntries(Object.entries(attributes()).map(([key, value]) => [key, decode(value)])),
      ),
    )
    .on("closeTag", (name) => close?.(local(name)))
    .on("text", (value, decode) => text?.(decode(value)))
    .on("cdata", (value) => text?.(value))
    .on("error", (error) => {
      throw error;
    });
  parser.parse(xml);
}
