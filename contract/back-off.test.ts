import { expect, test } from "vitest";
import { backOff } from "./back-off.ts";

test("a pause doubles with each failure and stops at the longest, however many there were", () => {
  const pauses = [1, 2, 3, 4, 5, 6, 500, 5_000].map((failures) =>
    backOff(failures, { firstMs: 100, longestMs: 1_500 }),
  );
  expect(pauses).toEqual([100, 200, 400, 800, 1_500, 1_500, 1_500, 1_500]);
});
