import { expect, test } from "vitest";
import { countTurns } from "../count-turns.ts";
import { createPlateList } from "./plate-list.ts";

const entries = Array.from({ length: 5_000 }, (_, n) => `<s>ABC${n},12-31-2099,${n % 2 === 0 ? "Portal" : "Anna"}</s>`);

test("a long list is read with everybody else served in between", async () => {
  const ask = () => Promise.resolve(`<bw_list mode="allow">${entries.join("")}</bw_list>`);
  const list = createPlateList({ ask, close: () => Promise.resolve() });
  const { turns, result } = await countTurns(() => list.read(new Set(["ABC1"])));
  expect(result).toHaveLength(2_501);
  expect(turns).toBeGreaterThan(20);
});
