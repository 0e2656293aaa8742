import { expect, test } from "vitest";
import { formatAge, formatSize } from "./format-size.ts";

test("sizes are written in powers of 1000, with at most one decimal", () => {
  expect([0, 999, 1_400, 2_000_000, 1_450_000_000].map(formatSize)).toEqual([
    "0\u00a0B",
    "999\u00a0B",
    "1,4\u00a0kB",
    "2\u00a0MB",
    "1,5\u00a0GB",
  ]);
});

test("ages are written in the largest whole unit", () => {
  expect([0, 59, 60, 3_599, 3_600, 90_000].map(formatAge)).toEqual([
    "0\u00a0s",
    "59\u00a0s",
    "1\u00a0min",
    "59\u00a0min",
    "1\u00a0h",
    "1\u00a0d",
  ]);
});
