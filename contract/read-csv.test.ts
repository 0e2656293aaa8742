import { describe, expect, test } from "vitest";
import { decodeText, splitText } from "./read-csv.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytes = (...parts: (number[] | Uint8Array)[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const fields = (text: string, wanted = 3) => splitText(text, wanted).map((line) => line.fields);

describe("the encoding of a file", () => {
  // Covers: files.9
  test("UTF-8 is read with and without a byte order mark, which is dropped", () => {
    expect(decodeText(utf8("Nummerplåt"))).toBe("Nummerplåt");
    expect(decodeText(bytes([0xef, 0xbb, 0xbf], utf8("Nummerplåt")))).toBe("Nummerplåt");
  });

  // Covers: files.10
  test("what cannot be UTF-8 is read as Windows-1252, as Swedish Excel writes it", () => {
    expect(decodeText(bytes(utf8("Nummerpl"), [0xe5], utf8("t "), [0xc5, 0xc4, 0xd6, 0x80]))).toBe("Nummerplåt ÅÄÖ€");
  });

  test("Excel's Unicode text is read in both byte orders", () => {
    expect(decodeText(bytes([0xff, 0xfe], [0xe5, 0x00, 0x09, 0x00]))).toBe("å\t");
    expect(decodeText(bytes([0xfe, 0xff], [0x00, 0xe5]))).toBe("å");
  });
});

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
