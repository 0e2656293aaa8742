import { expect, test } from "vitest";
import { workbook, zipped } from "#tests/components/fixtures/people/sample-workbook.ts";
import { readVehicleFile, VehicleFileError } from "./read-vehicle-file.ts";

const file = (content: BlobPart, name = "fordon.csv") => new File([content], name);
const LINE = "B;ABC123;Anna Berg;Bil;\n";
const utf16 = (text: string) => new Uint8Array(Array.from(text, (sign) => [sign.charCodeAt(0), 0]).flat());
/** Makes a file of Office before 2007, with the name of a stream. */
const compound = (stream: string) =>
  Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...utf16(stream)]);

async function problemOf(broken: File): Promise<string> {
  const error = await readVehicleFile(broken).catch((caught: unknown) => caught);
  return error instanceof VehicleFileError ? error.problem : "none";
}

test.each([
  ["an empty file", file(""), "empty"],
  ["a file of blank lines", file("\n\r\n;;;;\n"), "empty"],
  ["a file over 5 MiB", file(new Uint8Array(5 * 1024 * 1024 + 1)), "too_large"],
  ["more than 20,000 rows and a header", file(LINE.repeat(20_002)), "too_many_rows"],
  ["an Excel file of before 2007", file(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1)), "old_excel"],
  ["an image", file(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13)), "image"],
  ["a photograph", file(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16), "fordon.xlsx"), "image"],
  ["an image of a phone", file("\0\0\0\x18ftypheic\0\0\0\0"), "image"],
  ["an archive without a workbook", file(zipped({ "a.txt": "x" })), "archive"],
  ["an empty archive", file("PK\x05\x06" + "\0".repeat(18)), "archive"],
  [
    "HTML named as Excel",
    file(`<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>B</td></tr></table></html>`, "a.xls"),
    "web_page",
  ],
  [
    "HTML after a byte order mark, as XHTML",
    file(`\ufeff<?xml version="1.0"?>\n<!DOCTYPE html><html><table/></html>`, "a.xls"),
    "web_page",
  ],
  ["a bare table", file("\r\n <table border=1><tr><td>B;A</td></tr></table>", "a.xls"), "web_page"],
  ["a saved web page", file("MIME-Version: 1.0\nContent-Type: multipart/related", "a.xls"), "web_page"],
  ["HTML in UTF-16", file(utf16("<html><table></table></html>"), "a.xls"), "web_page"],
  [
    "SpreadsheetML of 2003",
    file(
      `<?xml version="1.0"?>\r\n<?mso-application progid="Excel.Sheet"?>\r\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>`,
      "a.xls",
    ),
    "xml_spreadsheet",
  ],
  [
    "SpreadsheetML of another program",
    file(
      `<?xml version="1.0" encoding="UTF-8"?><!-- x --><ss:Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"/>`,
      "a.xls",
    ),
    "xml_spreadsheet",
  ],
  ["a PDF", file("%PDF-1.7\n"), "pdf"],
  [
    "a sheet of LibreOffice",
    file(zipped({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>" }), "a.xlsx"),
    "open_document",
  ],
  ["a sheet of Numbers", file(zipped({ "Index/Document.iwa": "x", "preview.jpg": "x" }), "a.xlsx"), "numbers"],
  ["a binary workbook", file(zipped({ "xl/workbook.bin": "x" })), "binary_excel"],
  ["a document", file(zipped({ "word/document.xml": "<x/>", "_rels/.rels": "<x/>" })), "document"],
  ["rich text", file("{\\rtf1 Brf;ABC123"), "document"],
  ["a workbook with a password", file(compound("EncryptedPackage"), "a.xlsx"), "password"],
  [
    "a workbook whose rows are all hidden",
    file(workbook([{ name: "A", rows: '<row r="1" hidden="1"><c t="str"><v>a</v></c></row>' }])),
    "nothing_seen",
  ],
  [
    "a workbook whose parts are too large",
    file(workbook([{ name: "A", rows: " ".repeat(65 * 1024 * 1024) }])),
    "too_much_inside",
  ],
  ["noise", file(Uint8Array.from({ length: 600 }, (_, index) => (index * 7) % 256)), "not_a_table"],
])("%s is reported as what it is", async (_name, broken, problem) => {
  expect(await problemOf(broken)).toBe(problem);
});

test("20,000 rows and a header are read", async () => {
  const { lines } = await readVehicleFile(
    file(`Organisation;Nummerplåt;Användare;Fordonstyp;Skapad\n${LINE.repeat(20_000)}`),
  );
  expect(lines).toHaveLength(20_001);
});

test("a workbook is known by its content, whatever its name", async () => {
  const sheet = '<worksheet><sheetData><row r="2"><c t="str"><v>a</v></c></row></sheetData></worksheet>';
  const { lines } = await readVehicleFile(file(zipped({ "xl/worksheets/sheet1.xml": sheet })));
  expect(lines).toEqual([{ number: 2, fields: ["a"] }]);
});

test("a text file is known by its content too, and in UTF-16 without a byte order mark", async () => {
  expect((await readVehicleFile(file(LINE, "fordon.xlsx"))).lines).toHaveLength(1);
  const { lines, text } = await readVehicleFile(file(utf16(`${LINE}B;DEF456;Åsa Ek;Bil;`)));
  expect(lines.map(({ fields }) => fields[2])).toEqual(["Anna Berg", "Åsa Ek"]);
  expect(text).toMatchObject({ used: "utf-16le", doubt: null });
});

test("a file is read again as somebody chose", async () => {
  const bytes = Uint8Array.from("B;ABC123;Bj\x9arn Ek;Bil;", (sign) => sign.charCodeAt(0));
  const { text } = await readVehicleFile(file(bytes));
  expect(text).toMatchObject({ used: "macintosh", doubt: "unsure" });
  const again = await readVehicleFile(file(bytes), { encoding: "windows-1252" });
  expect(again.lines[0]?.fields[2]).toBe("Bjšrn Ek");
  expect(again.text?.doubt).toBe("unsure");
});
