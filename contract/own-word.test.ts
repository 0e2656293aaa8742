import { expect, test } from "vitest";
import { ownWord } from "./own-word.ts";

test("a dictionary answers for its own words only", () => {
  const words = { pin: "PIN" };
  expect(ownWord(words, "pin")).toBe("PIN");
  for (const word of ["constructor", "__proto__", "toString", "plate"]) expect(ownWord(words, word)).toBeUndefined();
});
