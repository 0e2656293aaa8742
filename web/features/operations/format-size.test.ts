import { expect, test } from "vitest";
import { formatAge, formatSize } from "./format-size.ts";

test("sizes are written in powers of 1000, with at most one decimal", () => {
  expect([0, 999, 1_400, 2_000_000, 1_450_000_000].map(formatSize)).toEqual([
    "0 B",
    "999 B",
    "1,4 kB",
    "2 MB",
    "1,5 GB",
  ]);
});

test("ages are written in the largest whole unit", () => {
  expect([0, 59, 60, 3_599, 3_600, 90_000].map(formatAge)).toEqual(["0 s", "59 s", "1 min", "59 min", "1 h", "1 d"]);
});
