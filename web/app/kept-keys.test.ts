import { expect, test } from "vitest";
import { withKey } from "./kept-keys.ts";

const after = (...keys: string[]) =>
  keys.reduce((kept, key) => withKey(kept, key) ?? kept, { text: "", moves: [] as readonly string[] });

test("what is typed before the palette is there becomes its search, and arrows follow it", () => {
  expect(after("a", "n", "x", "Backspace", "ArrowDown", "ArrowDown")).toEqual({
    text: "an",
    moves: ["ArrowDown", "ArrowDown"],
  });
  expect(after("ArrowDown", "a")).toEqual({ text: "a", moves: [] });
  expect(after("Shift", "Tab", "Escape", "F5")).toEqual({ text: "", moves: [] });
});
