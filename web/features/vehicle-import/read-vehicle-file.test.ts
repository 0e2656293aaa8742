import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { readVehicleFile, VehicleFileError } from "./read-vehicle-file.ts";

const file = (content: BlobPart, name = "fordon.csv") => new File([content], name);
const LINE = "B;ABC123;Anna Berg;Bil;\n";

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
  ["an image", file(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13)), "not_a_table"],
  ["an archive without a workbook", file(new Uint8Array(zipSync({ "a.txt": strToU8("x") }))), "not_a_table"],
])("%s is reported as what it is", async (_name, broken, problem) => {
  expect(await problemOf(broken)).toBe(problem);
});

test("20,000 rows and a header are read", async () => {
  const lines = await readVehicleFile(
    file(`Organisation;Nummerplåt;Användare;Fordonstyp;Skapad\n${LINE.repeat(20_000)}`),
  );
  expect(lines).toHaveLength(20_001);
});

test("a workbook is known by its content, whatever its name", async () => {
  const sheet = '<worksheet><sheetData><row r="2"><c t="str"><v>a</v></c></row></sheetData></worksheet>';
  const bytes = zipSync({ "xl/worksheets/sheet1.xml": strToU8(sheet) });
  expect(await readVehicleFile(file(new Uint8Array(bytes)))).toEqual([{ number: 2, fields: ["a"] }]);
});
