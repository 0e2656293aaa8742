import { expect, test } from "vitest";
import { CSV_WITH_COMMAS, toCsv } from "./csv-export.ts";

// Covers: files.14
test("a file opens in Swedish Excel: byte order mark, semicolons, CRLF after every line", () => {
  expect(
    toCsv([
      ["Namn", "Antal"],
      ["Åsa", 1.5],
      [null, 2],
    ]),
  ).toBe("\ufeffNamn;Antal\r\nÅsa;1,5\r\n;2\r\n");
});

test("the weekly codes' file has commas and begins with its header", () => {
  expect(
    toCsv(
      [
        ["Vecka", "Kod"],
        ["v.48 2026", "0123"],
      ],
      CSV_WITH_COMMAS,
    ),
  ).toBe("Vecka,Kod\r\nv.48 2026,0123\r\n");
});

// Covers: tenant.6
test.each(["=1+1", "+46", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1"])("%j cannot be taken for a formula", (text) => {
  expect(toCsv([[text]], CSV_WITH_COMMAS).replaceAll('"', "")).toBe(`'${text}\r\n`);
});

test("delimiters of any kind, quotes, line ends and spaces at the ends are quoted", () => {
  expect(toCsv([["a;b", "a,b", 'a"b', "a\nb", " a", "a b"]], CSV_WITH_COMMAS)).toBe(
    '"a;b","a,b","a""b","a\nb"," a",a b\r\n',
  );
});
