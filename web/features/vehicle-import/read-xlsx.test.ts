import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readXlsx } from "./read-xlsx.ts";

const SHEET_NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

function workbook(parts: Record<string, string>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

const sheet = (rows: string) =>
  `<?xml version="1.0"?><worksheet ${SHEET_NS}><sheetData>${rows}</sheetData></worksheet>`;

describe("an Excel file", () => {
  // Covers: files.13
  test("gives its cells as text under the row numbers that Excel shows", () => {
    const bytes = workbook({
      "xl/worksheets/sheet1.xml": sheet(
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>' +
          '<row r="4"><c r="A4" t="inlineStr"><is><t>Åsa &amp; Bo</t></is></c><c r="B4"><v>123456</v></c></row>',
      ),
      "xl/sharedStrings.xml": `<sst ${SHEET_NS}><si><t>Organisation</t></si><si><r><t xml:space="preserve">Nummer</t></r><r><t>plåt</t></r><rPh><t>x</t></rPh></si></sst>`,
    });
    expect(readXlsx(bytes)).toEqual([
      { number: 1, fields: ["Organisation", "Nummerplåt"] },
      { number: 4, fields: ["Åsa & Bo", "123456"] },
    ]);
  });

  test("has its empty cells: between others, and at the end, where Excel leaves them out", () => {
    const bytes = workbook({
      "xl/worksheets/sheet1.xml": sheet(
        '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="E1" t="str"><v>e</v></c></row>' +
          '<row r="2"><c r="B2" t="str"><v>b</v></c></row><row r="3"><c r="A3" s="1"/></row>',
      ),
    });
    expect(readXlsx(bytes).map((line) => line.fields)).toEqual([
      ["a", "", "", "", "e"],
      ["", "b", "", "", ""],
    ]);
  });

  test("is read by the order of its tabs, and with prefixed names", () => {
    const bytes = workbook({
      "xl/workbook.xml":
        '<x:workbook xmlns:x="a" xmlns:r="b"><x:sheets><x:sheet name="Först" r:id="rId2"/><x:sheet name="Sedan" r:id="rId1"/></x:sheets></x:workbook>',
      "xl/_rels/workbook.xml.rels":
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
      "xl/worksheets/sheet1.xml": sheet('<row><c t="str"><v>fel</v></c></row>'),
      "xl/worksheets/sheet2.xml":
        '<x:worksheet xmlns:x="a"><x:sheetData><x:row><x:c t="str"><x:v>rätt</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    });
    expect(readXlsx(bytes)).toEqual([{ number: 1, fields: ["rätt", ""] }]);
  });

  test("that is no workbook, or broken, throws", () => {
    expect(() => readXlsx(workbook({ "word/document.xml": "<x/>" }))).toThrow("no sheet");
    expect(() => readXlsx(workbook({ "xl/worksheets/sheet1.xml": "<worksheet><sheetData><row" }))).toThrow();
    expect(() => readXlsx(Uint8Array.of(0x50, 0x4b, 3, 4, 9, 9))).toThrow();
  });
});
