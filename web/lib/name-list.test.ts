import { expect, test } from "vitest";
import { inWords, nameList } from "./name-list.ts";

test.each([
  [["Port A"], "Port A"],
  [["Port B", "Port A"], "Port A och Port B"],
  [["Port C", "Port A", "Port B"], "Port A, Port B och Port C"],
  [["A", "B", "C", "D", "E"], "A, B och 3 till"],
  [["Port A", "Port A"], "Port A"],
])("%j read as %s", (names, sentence) => {
  expect(nameList(names)).toBe(sentence);
});

test.each([
  [[], ""],
  [[3], "3"],
  [[10, 9], "10 och 9"],
  [[2, 3, 10, 4, 5], "2, 3, 10, 4 och 5"],
])("%j said in its own order", (parts, sentence) => {
  expect(inWords(parts)).toBe(sentence);
});
