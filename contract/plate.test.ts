import { expect, test } from "vitest";
import { formatPlate, plateKey, readPlate } from "./plate.ts";

test.each([
  ["mlb 84a", "MLB84A"],
  ["MLB-84A", "MLB84A"],
  ["  mlb·84a\u200b ", "MLB84A"],
  ["МLВ84А", "MLB84A"], // Cyrillic М, В and А
  ["åsa 1", "ÅSA1"],
  ["ＭＬＢ８４Ａ", "MLB84A"], // full width
  ["\u0041\u030a", "Å"], // A with a combining ring
])("the plate %s compares as %s", (text, key) => {
  expect(plateKey(text)).toBe(key);
});

test.each(["", " ", "{plate}", "%plate%", "UNDEFINED", "Not defined", "MLB8?A", "MLB*", "A", "X".repeat(200)])(
  "the read %j is no plate",
  (text) => {
    expect(readPlate(text)).toBeNull();
  },
);

test("a read with a look-alike character finds the stored plate", () => {
  expect(readPlate("мlв 84а")).toBe(plateKey("MLB 84A"));
});

test.each([
  ["MLB84A", "MLB 84A"],
  ["mlb 123", "MLB 123"],
  ["ÅSA", "ÅSA"],
  ["CJ97139", "CJ97139"],
])("%s is shown as %s", (text, shown) => {
  expect(formatPlate(text)).toBe(shown);
});
