import { expect, test } from "vitest";
import { type ListedRow, rememberedPages, type ShownPages, startOf, totalOf } from "./shown-pages.ts";

const SIZE = 3;
const OPENED = "2026-11-25T12:00:00Z";

const at = (minute: number, id = `m${String(minute).padStart(2, "0")}`): ListedRow => ({
  id,
  occurred_at: `2026-11-25T11:${String(minute).padStart(2, "0")}:00Z`,
});
const newestFirst = (one: ListedRow, other: ListedRow) =>
  other.occurred_at.localeCompare(one.occurred_at) || one.id.localeCompare(other.id);

/** Reads a log like the page; returns what each page shows. */
function readLog(minutes: readonly number[]) {
  const log = minutes.map((minute) => at(minute));
  let known: ShownPages | null = null;
  const read = (number: number, key = "all") => {
    const from = (number - 1) * SIZE;
    const start = startOf(known, key, from, OPENED);
    const all = log.toSorted(newestFirst);
    const listed =
      "after" in start
        ? all.filter((row) => newestFirst(start.after, row) < 0)
        : all.filter((row) => start.upTo === null || row.occurred_at <= start.upTo).slice(start.from);
    const page = {
      key,
      from,
      size: SIZE,
      rows: listed.slice(0, SIZE),
      total: "after" in start ? null : listed.length + from,
    };
    known = rememberedPages(known, page);
    return { ids: page.rows.map(({ id }) => id), total: totalOf(known, page), start };
  };
  return { read, come: (...rows: ListedRow[]) => void log.push(...rows) };
}

test("no row is seen twice or skipped, whether new events come or late ones with an earlier time", () => {
  const { read, come } = readLog([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(read(1)).toMatchObject({ ids: ["m08", "m07", "m06"], total: 8 });
  // Newer rows, and rows read late: within the first page's times, and at the very time where it ended.
  come(at(9), at(7, "late"), at(6, "m0"), at(6, "m9"));
  expect(read(2).ids).toEqual(["m9", "m05", "m04"]);
  come(at(8, "later"));
  expect(read(3)).toMatchObject({ ids: ["m03", "m02", "m01"], total: 9 });
});

test("back on the first page what has come is there, and the second follows what it shows then", () => {
  const { read, come } = readLog([1, 2, 3, 4, 5, 6]);
  read(1);
  read(2);
  come(at(7), at(5, "late"));
  expect(read(2).ids).toEqual(["m03", "m02", "m01"]);
  expect(read(1)).toMatchObject({ ids: ["m07", "m06", "late"], total: 8 });
  expect(read(2).ids).toEqual(["m05", "m04", "m03"]);
});

test("a page that is opened by its address is read by its place, up to then, and those after it follow it", () => {
  const { read, come } = readLog([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(read(2)).toMatchObject({ start: { from: 3, upTo: OPENED }, ids: ["m06", "m05", "m04"], total: 9 });
  come(at(10));
  expect(read(3)).toMatchObject({ ids: ["m03", "m02", "m01"], total: 9 });
});

test("another question's pages say nothing of it", () => {
  const { read } = readLog([1, 2, 3, 4, 5, 6]);
  read(1);
  expect(read(2, "granted").start).toEqual({ from: 3, upTo: OPENED });
});

test("a number that was estimated too high ends with the last page", () => {
  const estimated = { key: "all", total: 1_200, after: { 3: at(4) } };
  const page = { key: "all", from: 3, size: SIZE, total: null };
  expect(totalOf(estimated, { ...page, rows: [at(3), at(2), at(1)] })).toBe(1_200);
  expect(totalOf(estimated, { ...page, rows: [at(3)] })).toBe(4);
  expect(totalOf(estimated, { ...page, rows: [] })).toBe(3);
  expect(totalOf(estimated, { ...page, rows: undefined })).toBe(1_200);
});

test("the memory stays the same while the page does", () => {
  const page = { key: "all", from: 0, size: SIZE, rows: [at(3), at(2), at(1)], total: 9 };
  const known = rememberedPages(null, page);
  expect(rememberedPages(known, page)).toBe(known);
  expect(rememberedPages(known, { ...page, rows: [] })).toBe(known);
});
