// Reads the sheet that a spreadsheet shows first, as text. Hidden sheets, and sheets of charts, are never read.
import type { TextLine } from "#contract/read-csv.ts";
import { readFormats, readSharedTexts } from "./xlsx/cell-texts.ts";
import { PackageParts, TooLargeError } from "./xlsx/package-parts.ts";
import { attribute, isTrue, readXml } from "./xlsx/read-xml.ts";
import { readSheetRows, type SheetRows } from "./xlsx/sheet-rows.ts";

export { TooLargeError };

/** A workbook that takes longer is given up, because the page stands still meanwhile. */
const READ_LIMIT_MS = 20_000;

export interface SheetReading extends SheetRows {
  /** Name of the tab; null where the workbook has none. */
  sheet: string | null;
  /** Names of all visible tabs with rows of their own. */
  sheets: readonly string[];
}

export interface XlsxOptions {
  /** Name of a tab other than the first one. */
  sheet?: string | undefined;
  /** Hidden and filtered rows, and hidden columns, are read too. */
  withHidden?: boolean | undefined;
  now?: () => number;
}

interface Sheet {
  name: string | null;
  part: string;
}

interface Workbook {
  sheets: Sheet[];
  from1904: boolean;
  shared: string | undefined;
  styles: string | undefined;
}

/** Reads a workbook; throws unless it opens without a password. */
export function readXlsx(
  bytes: Uint8Array,
  { sheet, withHidden = false, now = Date.now }: XlsxOptions = {},
): SheetReading {
  const until = now() + READ_LIMIT_MS;
  const parts = new PackageParts(bytes);
  const book = readWorkbook(parts);
  if (book.sheets.length === 0) throw new Error("the workbook has no sheet that can be read");
  const shared = once(() => readSharedTexts(parts.text(book.shared)));
  const formats = once(() => readFormats(parts.text(book.styles), book.from1904));
  const checkTime = () => {
    if (now() > until) throw new TooLargeError("the workbook takes too long to read");
  };
  const sheets = book.sheets.flatMap(({ name }) => name ?? []);
  let first: SheetReading | undefined;
  for (const { name, part } of book.sheets) {
    if (sheet !== undefined && name !== sheet) continue;
    const rows = readSheetRows({ xml: parts.text(part), shared, formats, withHidden, checkTime });
    const reading = { ...rows, sheet: name, sheets };
    if (rows.lines.length > 0) return reading;
    // A sheet whose rows are all hidden is better than none.
    if (first === undefined || (first.hiddenRows === 0 && rows.hiddenRows > 0)) first = reading;
  }
  return first ?? { lines: [] as TextLine[], hiddenRows: 0, hiddenColumns: 0, sheet: null, sheets };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** Reads the workbook by its relationships, as in the standard, or by usual names in files that leave those out. */
function readWorkbook(parts: PackageParts): Workbook {
  const part = parts.relations().find(({ kind }) => kind === "officeDocument")?.target ?? "xl/workbook.xml";
  const relations = parts.relations(part);
  const targetOf = (kind: string) => relations.find((one) => one.kind.toLowerCase() === kind)?.target;
  const sheets: Sheet[] = [];
  let from1904 = false;
  readXml(parts.text(part), () => ({
    open: (name, attributes) => {
      if (name === "workbookPr") from1904 = isTrue(attributes()["date1904"]);
      if (name !== "sheet") return;
      const given = attributes();
      const id = Object.entries(given).find(([key]) => /(^|:)id$/.test(key))?.[1];
      const relation = relations.find((one) => one.id === id);
      const isSeen = (attribute(given, "state") ?? "visible") === "visible";
      if (isSeen && relation?.kind === "worksheet") sheets.push({ name: given["name"] ?? null, part: relation.target });
    },
  }));
  if (relations.length === 0)
    for (const key of parts.keys().toSorted())
      if (/^xl\/worksheets\/[^/]+\.xml$/.test(key)) sheets.push({ name: null, part: key });
  return {
    sheets,
    from1904,
    shared: targetOf("sharedstrings") ?? "xl/sharedStrings.xml",
    styles: targetOf("styles") ?? "xl/styles.xml",
  };
}
