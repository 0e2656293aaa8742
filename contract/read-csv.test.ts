import { describe, expect, test } from "vitest";
import { countLines, splitText } from "./read-csv.ts";

const fields = (text: string, desired = 3) => splitText(text, desired).map((line) => line.fields);

describe("the delimiter of a file", () => {
  // Covers: files.8
  test.each([
    ["comma", ","],
    ["semicolon", ";"],
    ["tab", "\t"],
  ])("%s is found", (_name, sign) => {
    expect(fields(["a", "b", "c"].join(sign))).toEqual([["a", "b", "c"]]);
  });

  test("commas inside the fields of a semicolon file do not win over the semicolons", () => {
    const text = "Brf A, B, C;ABC123;Berg, Anna;Bil, röd;2026\nBrf A, B, C;DEF456;Ek, Bo;Bil;2026";
    expect(fields(text, 5)[1]).toEqual(["Brf A, B, C", "DEF456", "Ek, Bo", "Bil", "2026"]);
  });

  test("a single stray semicolon does not win over commas", () => {
    expect(fields("a,b;c,d,e,f\na,b,c,d,e", 5)[0]).toEqual(["a", "b;c", "d", "e", "f"]);
  });

  test("Excel's own hint decides and is no line of the table", () => {
    const lines = splitText("sep=;\r\na,1;b,2;c,3\r\n", 3);
    expect(lines).toEqual([{ number: 2, fields: ["a,1", "b,2", "c,3"] }]);
  });
});

describe("lines and fields", () => {
  // Covers: 5.11, files.11
  test.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ])("lines end with %s, blank ones are dropped and all keep their number", (_name, end) => {
    expect(splitText(["a,b,c", "", "  ", "d,e,f"].join(end), 3)).toEqual([
      { number: 1, fields: ["a", "b", "c"] },
      { number: 4, fields: ["d", "e", "f"] },
    ]);
  });

  test("the delimiters that Excel leaves under a table are no lines", () => {
    expect(fields("a;b;c\r\n;;\r\n;;\r\n")).toEqual([["a", "b", "c"]]);
  });

  // Covers: files.11
  test("quotes hold delimiters, doubled quotes and line ends, and the next line keeps its number", () => {
    expect(splitText('"a,1","b ""x""","c\r\nd"\ne,f,g', 3)).toEqual([
      { number: 1, fields: ["a,1", 'b "x"', "c d"] },
      { number: 3, fields: ["e", "f", "g"] },
    ]);
  });

  test("a quote inside a field, after a closing quote or without an end is literal", () => {
    expect(fields('a 1" b,"c"d,e')).toEqual([['a 1" b', "cd", "e"]]);
    expect(fields('"a,b,c\nd,e,f')).toEqual([
      ['"a', "b", "c"],
      ["d", "e", "f"],
    ]);
  });

  test.each([
    ["two of two rows far apart", 'a;1;"b;x;y\nc;2;d;x;y\ne;3;f";x;y', 3],
    ["two of neighbouring rows", 'a;1;"b;x;y\nc;2;d";x;y', 2],
    ["three, of which the last has no other", 'a;1;"b;x;y\nc;2;"d;x;y\ne;3;"f;x;y', 3],
    ["two around rows that are short", 'a;1;"b;x;y\nc;2\nd;3;e;x;y\nf;4;g";x;y', 4],
    ["two in a file of two columns", 'a;"b\nc;d\ne;f"', 3],
    ["two in a file with a proper one", 'a;1;"b;x;y\nc;2;"d;d";x;y\ne;3;f;x;y', 3],
  ])("stray quotes, %s, hide no row", (_name, text, rows) => {
    for (const end of ["\n", "\r\n", "\r"]) expect(splitText(text.replaceAll("\n", end), 5)).toHaveLength(rows);
  });

  test("a quoted field of several lines is one field, with delimiters in it too", () => {
    const text = 'a;1;"en not; med\nflera rader";x;y\nb;2;"Storgatan 1\nStockholm";x;y\nc;3;d;x;y';
    expect(splitText(text, 5).map(({ number, fields: [, , note] }) => [number, note])).toEqual([
      [1, "en not; med flera rader"],
      [3, "Storgatan 1 Stockholm"],
      [5, "d"],
    ]);
  });

  test("marks that spreadsheets put around a text are taken off", () => {
    expect(fields(`="Anna Berg";="012345";'=x`)).toEqual([["Anna Berg", "012345", "=x"]]);
    expect(fields(`"=""Anna """"B"""" Berg""";="a;b";'t Hooft`)).toEqual([['Anna "B" Berg', "a;b", "'t Hooft"]]);
  });

  test("lines that hold something are counted, whatever quotes stand in them", () => {
    expect(countLines('sep=;\r\na;"b\r\nc";d\r\n\r\n;;;\r\ne;f;g')).toBe(3);
  });

  test("an empty last field counts, with and without a line end after it", () => {
    expect(fields("a,b,")).toEqual([["a", "b", ""]]);
    expect(fields("a,b,\n")).toEqual([["a", "b", ""]]);
  });

  test("fields lose no-break spaces, zero-width signs and control signs, and å of two signs becomes one", () => {
    expect(fields("\u00a0a\u200b\u0000b ,c\u00a0\u00a0d,a\u030a")).toEqual([["a b", "c d", "å"]]);
  });

  test("emoji and right-to-left text stay; a direction control goes", () => {
    expect(fields("👩‍🚒,מוטי,\u202eabc")).toEqual([["👩‍🚒", "מוטי", "abc"]]);
  });

  test("an empty text has no lines", () => {
    expect(splitText("", 5)).toEqual([]);
    expect(splitText("\ufeff", 5)).toEqual([]);
  });
});
