import { expect, test } from "vitest";
import { guarded, unguarded } from "./csv-cell.ts";
import { toCsv } from "./csv-export.ts";
import { splitText } from "./read-csv.ts";

const TEXTS = [
  "=1+1",
  "+46 70",
  "-1",
  "@x",
  "'=1",
  "''=1",
  "'0123",
  "''0123",
  "0123",
  "'t Hooft",
  "Anna",
  '="a"',
  "'",
  "''",
  "＝1",
  `="a""b"`,
];

test.each(TEXTS)("%j is no formula when it is written, and itself when it is read again", (text) => {
  expect(guarded(text)).not.toMatch(/^[=+\-@＝＋－＠]/);
  expect(unguarded(guarded(text))).toBe(text);
});

test("a file that is exported is read as it was, with any delimiter", () => {
  const lines = [["Namn", "Anteckning", "Mer"], ...TEXTS.map((text) => [text, `${text};,`, "x"])];
  for (const delimiter of [";", ","] as const) {
    const file = toCsv(lines, { delimiter, byteOrderMark: true });
    expect(splitText(file, 3).map(({ fields }) => fields)).toEqual(lines);
  }
});

test.each([
  ['="Anna Berg"', "Anna Berg"],
  ['="012345"', "012345"],
  ['="Anna ""B"" Berg"', 'Anna "B" Berg'],
  ["'012345", "012345"],
  ["'ABC 123", "ABC 123"],
  ["'s-Gravesande", "'s-Gravesande"],
  ["=A1+B1", "=A1+B1"],
])("%s is %s", (cell, text) => {
  expect(unguarded(cell)).toBe(text);
});
