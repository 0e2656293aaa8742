import { expect, test } from "vitest";
import { readForFile } from "./read-for-file.ts";

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

test("everything that matches is in the file, read after the rows that are in it already", async () => {
  const seen: (number | undefined)[] = [];
  const file = await readForFile<number>((before, rows) => {
    seen.push(before.at(-1));
    return Promise.resolve(numbers(before.length, Math.min(before.length + rows, 2_300)));
  });
  expect(file).toEqual({ rows: numbers(0, 2_300), isCut: false });
  expect(seen).toEqual([undefined, 999, 1_999]);
});

test("a file of more rows than a spreadsheet opens quickly is cut, and says so", async () => {
  const file = await readForFile<number>((before, rows) =>
    Promise.resolve(numbers(before.length, before.length + rows)),
  );
  expect(file.isCut).toBe(true);
  expect(file.rows).toHaveLength(50_000);
});
