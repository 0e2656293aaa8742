import { expect, test } from "vitest";
import { openingsWithoutRead } from "./own-reads.ts";

const WITHIN_MS = 5_500;

test("each opening takes the oldest read that is still in time", () => {
  expect(openingsWithoutRead([1_300, 1_100, 6_400], [1_000, 1_000, 1_200], WITHIN_MS)).toEqual([]);
});

test("an opening thirty seconds after its read is late, also while other cars are let in", () => {
  const reads = [0, 29_700, 30_000, 30_300];
  const openings = [29_800, 30_100, 30_200, 30_400];
  expect(openingsWithoutRead(openings, reads, WITHIN_MS)).toEqual([30_200]);
});

test("an opening before its read, or without any, has none", () => {
  expect(openingsWithoutRead([900], [1_000], WITHIN_MS)).toEqual([900]);
  expect(openingsWithoutRead([900], [], WITHIN_MS)).toEqual([900]);
});
