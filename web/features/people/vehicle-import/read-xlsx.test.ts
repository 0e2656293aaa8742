import { describe, expect, test } from "vitest";
import { type SampleSheet, type Writer, workbook, zipped } from "#tests/components/fixtures/people/sample-workbook.ts";
import { readXlsx, type XlsxOptions } from "./read-xlsx.ts";

const HEADS = ["Organisation", "Nummerplåt", "Användare", "Fordonstyp", "Skapad"];
const ANNA = ["Brf & Co", "ABC123", "Anna Berg", "Bil", "2026"];
const BO = ["Brf", "DEF456", "Bo Ek", "Bil", "2026"];
const TABLE = [HEADS, ANNA];

const lines = (bytes: Uint8Array, options?: XlsxOptions) => readXlsx(bytes, options).lines.map(({ fields }) => fields);
/** Makes one sheet from rows in XML. */
const sheet = (rows: string, writer?: Writer) => workbook([{ name: "Blad1", rows }], writer);
const row = (fields: readonly string[], attributes = "") =>
  `<row${attributes}>${fields.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;
const cell = (inside: string, attributes = "") => sheet(`<row r="1"><c r="A1"${attributes}>${inside}</c></row>`);

describe("an Excel file", () => {
  // Covers: files.13
  test("gives its cells as text under the row numbers that Excel shows", () => {
    const bytes = zipped({
      "xl/worksheets/sheet1.xml":
        '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>' +
        '<row r="4"><c r="A4" t="inlineStr"><is><t>Åsa &amp; Bo</t></is></c><c r="B4"><v>123456</v></c></row></sheetData></worksheet>',
      "xl/sharedStrings.xml":
        '<sst><si><t>Organisation</t></si><si><r><t xml:space="preserve">Nummer</t></r><r><t>plåt</t></r><rPh><t>x</t></rPh></si></sst>',
    });
    expect(readXlsx(bytes).lines).toEqual([
      { number: 1, fields: ["Organisation", "Nummerplåt"] },
      { number: 4, fields: ["Åsa & Bo", "123456"] },
    ]);
  });

  test("has its empty cells: between others, and at the end, where Excel leaves them out", () => {
    const bytes = sheet(
      '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="E1" t="str"><v>e</v></c></row>' +
        '<row r="2"><c r="B2" t="str"><v>b</v></c></row><row r="3"><c r="A3" s="1"/></row>',
    );
    expect(lines(bytes)).toEqual([
      ["a", "", "", "", "e"],
      ["", "b", "", "", ""],
    ]);
  });

  test.each([
    [
      ["1", "1", "1"],
      [1, 2, 3],
    ],
    [
      ["5", "2", "7"],
      [5, 6, 7],
    ],
    [
      ["9007199254740991", "0", "-4"],
      [1, 2, 3],
    ],
  ])("whose rows are numbered %j has a number of its own for each", (given, numbers) => {
    const rows = given.map((number) => row(["Anna"], ` r="${number}"`)).join("");
    expect(readXlsx(sheet(rows)).lines.map(({ number }) => number)).toEqual(numbers);
  });

  test.each<[string, Writer]>([
    ["Excel", {}],
    ["Excel, strict", { strict: true }],
    ["LibreOffice", { texts: "shared", absolute: false }],
    ["Google Sheets", { texts: "shared", sheetFolder: "worksheets" }],
    ["Numbers", { texts: "shared", absolute: true }],
    ["openpyxl, with targets from the root", { absolute: true }],
    ["SheetJS", { texts: "formula" }],
    ["EPPlus", { prefix: "x", texts: "shared" }],
    ["a writer of streams, without references", { texts: "inline", references: false }],
    ["a writer of Windows' slashes", { separator: "\\" }],
    ["a writer with another case", { sharedName: "SharedStrings.xml" }],
    ["a writer with folders of its own", { bookFolder: "excel", sheetFolder: "Ark" }],
  ])("from %s is read whole", (_writer, writer) => {
    const bytes = workbook([{ name: "Fordon", rows: TABLE }], writer);
    expect(readXlsx(bytes)).toMatchObject({ sheet: "Fordon", hiddenRows: 0 });
    expect(lines(bytes)).toEqual(TABLE);
  });

  test("that is no workbook, or broken, throws", () => {
    expect(() => readXlsx(zipped({ "word/document.xml": "<x/>" }))).toThrow("no sheet");
    expect(() => readXlsx(zipped({ "xl/worksheets/sheet1.xml": "<worksheet><sheetData><row" }))).toThrow();
    expect(() => readXlsx(Uint8Array.of(0x50, 0x4b, 3, 4, 9, 9))).toThrow();
  });
});

describe("the text that Excel shows is read", () => {
  const shown = { name: "Fordon", rows: [HEADS, BO] };
  test.each<[string, SampleSheet]>([
    ["hidden sheet", { name: "Gamla", state: "hidden", rows: TABLE }],
    ["sheet that only a program shows", { name: "Gamla", state: "veryHidden", rows: TABLE }],
    ["chart", { name: "Diagram", kind: "chartsheet", rows: "" }],
    ["dialog", { name: "Dialog", kind: "dialogsheet", rows: "" }],
    ["empty sheet", { name: "Tom", rows: '<row r="1"><c r="A1" s="3"/></row>' }],
  ])("a %s before the table is passed over", (_kind, before) => {
    const reading = readXlsx(workbook([before, shown]));
    expect(reading.sheet).toBe("Fordon");
    expect(reading.lines.map(({ fields }) => fields)).toEqual([HEADS, BO]);
    expect(reading.sheets).not.toContain("Gamla");
  });

  test("another tab is read when it is chosen, a hidden one never", () => {
    const bytes = workbook([shown, { name: "Gäster", rows: TABLE }, { name: "Gamla", state: "hidden", rows: TABLE }]);
    expect(readXlsx(bytes).sheets).toEqual(["Fordon", "Gäster"]);
    expect(lines(bytes, { sheet: "Gäster" })).toEqual(TABLE);
    expect(lines(bytes, { sheet: "Gamla" })).toEqual([]);
  });

  test("hidden and filtered rows are counted and left out unless chosen, empty ones not counted", () => {
    const bytes = sheet(
      row(HEADS) +
        row(ANNA.slice(1), ' hidden="1"') +
        row(BO) +
        row(["x"], ' ht="0" customHeight="1"') +
        '<row hidden="1"/>',
    );
    expect(readXlsx(bytes)).toMatchObject({ hiddenRows: 2, lines: [{ number: 1 }, { number: 3 }] });
    expect(readXlsx(bytes, { withHidden: true }).lines).toHaveLength(4);
  });

  test("rows that the sheet hides where nothing else is said are hidden too", () => {
    const before = '<sheetFormatPr zeroHeight="1"/>';
    const rows = row(HEADS, ' hidden="0"') + row(BO);
    expect(readXlsx(workbook([{ name: "A", before, rows }]))).toMatchObject({ hiddenRows: 1, lines: [{ number: 1 }] });
  });

  test("hidden columns are counted and empty, so that the others keep their places", () => {
    const before = '<cols><col min="1" max="1" hidden="1"/><col min="4" max="4" width="0" customWidth="1"/></cols>';
    const bytes = workbook([{ name: "A", before, rows: [HEADS, BO] }]);
    expect(readXlsx(bytes).hiddenColumns).toBe(2);
    expect(lines(bytes)[1]).toEqual(["", "DEF456", "Bo Ek", "", "2026"]);
    expect(lines(bytes, { withHidden: true })[1]).toEqual(BO);
  });
});

describe("a cell is what its sheet shows", () => {
  test.each<[string, string, string, string]>([
    ["a line end by its number", "<is><t>ABC123_x000D_</t></is>", ' t="inlineStr"', "ABC123"],
    ["an underscore by its number", "<is><t>Bil_x005F_x0020_</t></is>", ' t="inlineStr"', "Bil_x0020_"],
    ["a formula that keeps a text one", '<is><t>="Anna Berg"</t></is>', ' t="inlineStr"', "Anna Berg"],
    ["the result of a formula", "<f>A1</f><v>Anna_x0009_Berg</v>", ' t="str"', "Anna Berg"],
    ["a guarding apostrophe", "<is><t>'012345</t></is>", ' t="inlineStr"', "012345"],
    [
      "rich text without its reading",
      "<is><r><t>An</t></r><r><t>na</t></r><rPh><t>アンナ</t></rPh></is>",
      ' t="inlineStr"',
      "Anna",
    ],
    ["a number in the shortest form", "<v>123456.0</v>", "", "123456"],
    ["a large number", "<v>7.01234567E8</v>", "", "701234567"],
    ["a number of sixteen digits", "<v>0.30000000000000004</v>", "", "0.3"],
    ["a truth", "<v>1</v>", ' t="b"', "TRUE"],
    ["an ISO date", "<v>2026-03-12T00:00:00</v>", ' t="d"', "2026-03-12"],
    ["an error", "<v>#N/A</v>", ' t="e"', ""],
  ])("%s", (_name, inside, attributes, text) => {
    expect(lines(cell(inside, attributes)).flat()).toEqual(text === "" ? [] : [text]);
  });

  const formats = (code: string) =>
    `<numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>`;
  test.each<[string, string, string, number, string, boolean?]>([
    ["a date of the usual format", "0", "46093", 1, "2026-03-12"],
    ["a date of its own format", "yyyy\\-mm\\-dd", "46093.5", 2, "2026-03-12 12:00"],
    ["a date counted from 1904", "0", "44631", 1, "2026-03-12", true],
    ["a time of day", "hh:mm", "0.75", 2, "18:00"],
    ["leading zeros", "000000", "12345", 2, "012345"],
    ["a colour and a text are no date", "[Red]0&quot; dagar&quot;", "12", 2, "12"],
    ["a number of no style", "000000", "12345", 0, "12345"],
  ])("%s", (_name, code, value, style, text, date1904 = false) => {
    const rows = `<row r="1"><c r="A1" s="${style}"><v>${value}</v></c></row>`;
    expect(lines(sheet(rows, { styles: formats(code), date1904 })).flat()).toEqual([text]);
  });
});

describe("a workbook costs what its one sheet costs", () => {
  // A sheet that somebody coloured to its last row: small when packed.
  const large = { name: "Stor", rows: " ".repeat(65 * 1024 * 1024) };
  const table = { name: "Fordon", rows: TABLE };

  test("sheets behind the first are never unpacked, however large, and those before it are bounded", () => {
    const bytes = workbook([table, large]);
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(lines(bytes)).toEqual(TABLE);
    expect(() => readXlsx(workbook([large, table]))).toThrow("too large together");
  });

  test("a workbook that takes too long is given up", () => {
    let time = 0;
    const now = () => (time += 30_000);
    expect(() => readXlsx(workbook([{ name: "A", rows: TABLE }]), { now })).toThrow("too long");
  });

  test("rows past the limit are not read", () => {
    const rows = row(BO).repeat(20_010);
    expect(readXlsx(sheet(rows)).lines).toHaveLength(20_002);
  });
});
