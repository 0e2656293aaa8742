import { describe, expect, test } from "vitest";
import { formatPlate } from "./format-plate.ts";
import { plateKey, readingText, readPlate } from "./plate.ts";
import { plateProblem } from "./plate-problem.ts";

test.each([
  ["mlb 84a", "MLB84A"],
  ["MLB-84A", "MLB84A"],
  ["  mlb·84a\u200b ", "MLB84A"],
  ["МLВ84А", "MLB84A"], // Cyrillic М, В and А.
  ["åsa 1", "ÅSA1"],
  ["ＭＬＢ８４Ａ", "MLB84A"], // Full width.
  ["\u0041\u030a", "Å"], // A with a combining ring.
])("the plate %s compares as %s", (text, key) => {
  expect(plateKey(text)).toBe(key);
});

test.each(["", " ", "{plate}", "%plate%", "UNDEFINED", "Not defined", "MLB8?A", "MLB*", "A", "X".repeat(200)])(
  "the read %j is no plate",
  (text) => {
    expect(readPlate(text)).toBeNull();
  },
);

describe("no character of a plate vanishes from its key", () => {
  // Characters, digits and accents of all Unicode, alone and between other characters, lower and upper case.
  const signs = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  const characters = signs.filter((sign) => /[\p{L}\p{N}]/u.test(sign));
  const accepted = (text: string) => plateProblem(text) === null;

  test("each character and digit is folded or refused", () => {
    const vanished = characters.filter((character) => {
      const plate = `K2${character}18`;
      return accepted(plate) && plateKey(plate).length <= "K218".length;
    });
    expect(vanished).toEqual([]);
    expect(characters.length).toBeGreaterThan(130_000);
    expect(characters.filter((character) => accepted(`K2${character}18`)).length).toBeGreaterThan(500);
  });

  test("an accent goes only with the character that it stands on", () => {
    const accents = signs.filter((sign) => /\p{M}/u.test(sign));
    const lost = accents.filter((accent) => {
      const plate = `K${accent}218`;
      return accepted(plate) && plateKey(plate) !== "K218" && plateKey(plate).length <= "K218".length;
    });
    expect(lost).toEqual([]);
    expect(accents.length).toBeGreaterThan(2_000);
  });

  test("an accepted plate's key leaves out only spaces, dashes, dots and invisible characters", () => {
    const left = signs.filter((sign) => accepted(`K2${sign}18`) && plateKey(`K2${sign}18`) === "K218");
    expect(left.filter((sign) => !/[\p{Z}\p{Cf}\p{Pd}\p{M}_.·\u0387•․‧∙⋅．⁃−]/u.test(sign))).toEqual([]);
  });

  test("a sign that is not understood is no reading of any plate", () => {
    const read = signs
      .filter((sign) => !/[\p{L}\p{N}\p{M}\p{Z}\p{C}]/u.test(sign))
      .filter((sign) => readPlate(`${sign}BK724`));
    expect(read.every((sign) => /[\p{Pd}_.·\u0387•․‧∙⋅．⁃−]/u.test(sign))).toBe(true);
  });
});

describe.each([
  ["ČK 218-AB", ["CK218AB", "ck218ab", "Čk 218 ab"], ["ŽK 218-AB", "K218AB", "?K218AB"]],
  ["ŽU 123-AB", ["ZU123AB"], ["U123AB", "XU123AB"]],
  ["АІ 1234 ВК", ["AI1234BK", "АІ1234ВК"], ["A1234BK"]],
  ["AI4017BK", ["АІ4017ВК", "аі 4017 вк"], ["A4017BK"]],
  ["ÅBK724", ["åbk 724", "A\u030aBK724"], ["\ufffdBK724", "BK724", "ABK724", "Ã\u0085BK724", "Ã…BK724"]],
  [
    "BK724",
    ["BK 724"],
    ["\ufffdBK724", "?BK724", "BK*724", "BK724\ufffd", "□BK724", "BK#724", "日BK724", "BK\u0000724"],
  ],
  ["ŁD 123 DŻ", ["LD123DZ"], ["D123D"]],
  ["ΙΚΑ-1234", ["IKA1234"], ["1234"]],
])("at a gate with %s", (stored, opens, refused) => {
  test.each(opens)("%j opens", (reading) => expect(readPlate(reading)).toBe(plateKey(stored)));
  test.each(refused)("%j does not", (reading) => expect(readPlate(reading)).not.toBe(plateKey(stored)));
});

test("the frame of a reading is no part of it, and characters that cannot be stored show in the log", () => {
  expect(readPlate("\u0002ABC123\u0003\r\n")).toBe("ABC123");
  expect(readingText("\u0002ABC\u0000123\r\n")).toBe("ABC\ufffd123");
});

test("a read with a look-alike character finds the stored plate", () => {
  expect(readPlate("мlв 84а")).toBe(plateKey("MLB 84A"));
});

test.each([
  ["MLB84A", "MLB 84A"],
  ["mlb 123", "MLB 123"],
  ["ÅSA", "ÅSA"],
  ["CJ97139", "CJ97139"],
  ["ABČ123", "ABČ123"],
  ["\ufffdMLB84A", "\ufffdMLB84A"],
])("%s is shown as %s", (text, shown) => {
  expect(formatPlate(text)).toBe(shown);
});
