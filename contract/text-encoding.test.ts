import { describe, expect, test } from "vitest";
import { encodeBytes, ONE_BYTE_ENCODINGS, type OneByteEncoding } from "./code-pages.ts";
import { decodeText, findEncoding } from "./text-encoding.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytes = (...parts: (number[] | Uint8Array)[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const written = (text: string, encoding: OneByteEncoding) => encodeBytes(text, encoding) ?? bytes();
/** Imitates another program that read UTF-8 as one byte per character and saved it as UTF-8. */
const misread = (text: string, label: string) => utf8(new TextDecoder(label).decode(utf8(text)));

const LIST =
  "Organisation;Nummerplåt;Användare;Fordonstyp;Skapad\r\nBrf Åsen;ABC123;Åsa Öberg;Släpvagn;2026\r\nBrf Åsen;DEF456;Märta Ångström;Bil;\r\n";

describe("the encoding of a file", () => {
  // Covers: files.9
  test("UTF-8 is read with and without a byte order mark, which is dropped", () => {
    expect(decodeText(utf8("Nummerplåt"))).toBe("Nummerplåt");
    expect(decodeText(bytes([0xef, 0xbb, 0xbf], utf8("Nummerplåt")))).toBe("Nummerplåt");
  });

  // Covers: files.10
  test("bytes that cannot be UTF-8 are read as Windows-1252, as Swedish Excel writes it", () => {
    expect(decodeText(bytes(utf8("Nummerpl"), [0xe5], utf8("t "), [0xc5, 0xc4, 0xd6, 0x80]))).toBe("Nummerplåt ÅÄÖ€");
  });

  test("Excel's Unicode text is read in both byte orders", () => {
    expect(decodeText(bytes([0xff, 0xfe], [0xe5, 0x00, 0x09, 0x00]))).toBe("å\t");
    expect(decodeText(bytes([0xfe, 0xff], [0x00, 0xe5]))).toBe("å");
  });
});

describe("encodings that nobody needs to look at", () => {
  test.each(["windows-1252", "macintosh", "cp850", "cp437"] as const)("a list of Swedish names in %s", (encoding) => {
    for (const end of ["\r\n", "\r", "\n"]) {
      const list = LIST.replaceAll("\r\n", end);
      const file = written(list, encoding);
      expect(findEncoding(file).doubt).toBeNull();
      expect(decodeText(file)).toBe(list);
    }
  });

  test.each(["Örjan", "BJÖRK", "Jørgensen", "Müller", "O’Brien och Åsa", "Storgatan 1–2", "5 – 7", "René"])(
    "%s as Swedish Excel writes it",
    (name) => {
      const file = written(`Brf;ABC123;${name};Bil;\r\n`, "windows-1252");
      expect(findEncoding(file).doubt).toBeNull();
      expect(decodeText(file)).toContain(name);
    },
  );

  test.each(["utf-16le", "utf-16be"] as const)("%s without a byte order mark", (encoding) => {
    const units = Array.from(LIST, (sign) => sign.charCodeAt(0));
    const file = bytes(
      ...units.map((unit) => (encoding === "utf-16le" ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
    );
    expect(findEncoding(file)).toMatchObject({ encoding, doubt: null });
    expect(decodeText(file)).toBe(LIST);
  });
});

describe("encodings that somebody must look at", () => {
  test("one line of another encoding: it is read as it was written, and named", () => {
    for (const encoding of ["windows-1252", "macintosh", "cp850"] as const) {
      const file = bytes(utf8(LIST), written("Brf Åsen;JKL012;René Ek;Bil;\r\n", encoding), utf8(LIST));
      expect(findEncoding(file)).toMatchObject({ doubt: "mixed", lines: [4] });
      expect(decodeText(file)).toBe(`${LIST}Brf Åsen;JKL012;René Ek;Bil;\r\n${LIST}`);
    }
  });

  test("lines of two encodings without UTF-8", () => {
    const file = bytes(written(LIST, "windows-1252"), written("Brf;JKL012;Åsa Öberg;Bil;\r\n", "macintosh"));
    expect(findEncoding(file)).toMatchObject({ doubt: "mixed", lines: [4] });
    expect(decodeText(file)).toBe(`${LIST}Brf;JKL012;Åsa Öberg;Bil;\r\n`);
  });

  test("a byte order mark of UTF-8 does not make all lines so", () => {
    const file = bytes([0xef, 0xbb, 0xbf], utf8(LIST), written("B;JKL012;Åsa Ek;Bil;", "windows-1252"));
    expect(findEncoding(file).doubt).toBe("mixed");
    expect(decodeText(file)).toBe(`${LIST}B;JKL012;Åsa Ek;Bil;`);
  });

  test("a file that was misread and saved is read as it was before, but not surely", () => {
    for (const label of ["windows-1252", "macintosh"]) {
      const file = misread(LIST, label);
      expect(findEncoding(file)).toMatchObject({ encoding: "repaired", doubt: "repaired" });
      expect(decodeText(file)).toBe(LIST);
      expect(decodeText(file, "utf-8")).not.toBe(LIST);
    }
  });

  test("letters that were replaced are gone", () => {
    expect(findEncoding(utf8("a\nB;ABC123;\ufffdsa Ek;Bil;\r\n"))).toMatchObject({ doubt: "lost", lines: [2] });
  });

  test("letters of other languages offer their encoding", () => {
    const { doubt, choices } = findEncoding(written("Brf;ABC123;Łukasz Żak;Bil;", "windows-1250"));
    expect([doubt, choices[0]]).toEqual(["unsure", "windows-1250"]);
  });
});

// Single names of few letters, which give the estimate the least to go by.
test("no name is read wrongly and surely, in any encoding that can write it", () => {
  const names =
    "Åsa Örjan Märta Björn René Müller BJÖRK ÅKE Grå Jørgensen Ærø François Šarić Łukasz Žan Đorđe Ñandú Zoë Çelik O’Brien Öst–Väst Kärnström Ågren Sjö".split(
      " ",
    );
  const wrong = names.flatMap((name) =>
    ONE_BYTE_ENCODINGS.filter((encoding) => {
      const file = encodeBytes(`Brf;ABC123;${name} Ek;Bil;\r\n`, encoding);
      return file !== null && findEncoding(file).doubt === null && !decodeText(file).includes(`;${name} Ek;`);
    }).map((encoding) => `${name} in ${encoding}`),
  );
  expect(wrong).toEqual([]);
});
