import { expect, test } from "vitest";
import { planEdit, type Size } from "./plan-edits.ts";

const SIZE: Size = { fixtures: 3, doors: ["Entré", "Garage"], people: 50, pins: 80, firstPin: 100_000 };
const kinds = (seed: number, count: number) =>
  Array.from({ length: count }, (_, step) => planEdit(seed, step, SIZE).edit.kind);

test("an edit follows from its seed and number, in whatever order it is asked for", () => {
  const forwards = Array.from({ length: 200 }, (_, step) => planEdit(7, step, SIZE));
  const backwards = Array.from({ length: 200 }, (_, step) => planEdit(7, 199 - step, SIZE)).toReversed();
  expect(backwards).toEqual(forwards);
  expect(kinds(8, 200)).not.toEqual(kinds(7, 200));
});

test("every kind of edit comes, and people come more often than they go", () => {
  const counts = Map.groupBy(kinds(1, 4_000), (kind) => kind);
  expect(counts.size).toBe(17);
  expect(counts.get("add")?.length ?? 0).toBeGreaterThan(counts.get("delete")?.length ?? 0);
});
