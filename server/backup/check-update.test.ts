import { expect, test } from "vitest";
import { lostRows } from "./check-update.ts";

test("fewer rows and a table that is gone are a loss; more rows, a new table and an empty one that is gone are none", () => {
  const before = new Map([
    ["public.people", 412],
    ["public.doors", 38],
    ["public.log", 7],
    ["public.notes", 3],
    ["public.empty", 0],
  ]);
  const after = new Map([
    ["public.people", 409],
    ["public.doors", 38],
    ["public.log", 9],
    ["public.added", 0],
  ]);
  expect(lostRows(before, after)).toEqual(["public.people 412 → 409", "public.notes 3 → –"]);
  expect(lostRows(after, after)).toEqual([]);
});
