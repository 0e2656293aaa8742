import { expect, test } from "vitest";
import { newRow, type WeekRow } from "./schedule-form.ts";
import { blockAt, blocksOf, comingWeeks, drawHours, eraseHours } from "./week-blocks.ts";

const TODAY = "2026-11-29";
const row = (more: Partial<WeekRow> = {}): WeekRow => ({ ...newRow(TODAY), ...more });
const brief = (rows: readonly WeekRow[]) =>
  rows.map(({ weekdays, from, to, every }) => `${weekdays.join("")} ${from}-${to}${every === "1" ? "" : ` /${every}`}`);

test("each day of a row has a block, and one over midnight goes on in the next day, Sunday's in Monday", () => {
  const blocks = blocksOf([row({ weekdays: [1, 7], from: "22:00", to: "06:00" })]);
  expect(blocks.map(({ day, weekday, top, bottom }) => [day, weekday, top, bottom])).toEqual([
    [1, 1, 1_320, 1_440],
    [2, 1, 0, 360],
    [7, 7, 1_320, 1_440],
    [1, 7, 0, 360],
  ]);
});

test("a row with an error has no block, and those after it keep their place", () => {
  const blocks = blocksOf([row({ to: "25:00" }), row({ weekdays: [2] })]);
  expect(blocks.map(({ day, row: place }) => [day, place])).toEqual([[2, 1]]);
});

test("what is drawn beside other hours is a row, and what meets hours of every week becomes one with them", () => {
  const rows = [row({ weekdays: [1, 2, 3, 4, 5], from: "06:00", to: "12:00" })];
  expect(brief(drawHours(rows, { days: [1, 2], from: 720, end: 840 }, TODAY))).toEqual([
    "12 06:00-14:00",
    "345 06:00-12:00",
  ]);
  expect(brief(drawHours(rows, { days: [6, 7], from: 600, end: 720 }, TODAY))).toEqual([
    "12345 06:00-12:00",
    "67 10:00-12:00",
  ]);
  expect(brief(drawHours([], { days: [5], from: 1_320, end: 1_560 }, TODAY))).toEqual(["5 22:00-02:00"]);
});

test("drawing leaves rows of every second week, of a period and with an error as they are", () => {
  const others = [
    row({ weekdays: [2], every: "2" }),
    row({ weekdays: [3], valid_until: "2026-12-31" }),
    row({ weekdays: [4], from: "25" }),
  ];
  expect(drawHours(others, { days: [2, 3, 4], from: 480, end: 600 }, TODAY).slice(1)).toEqual(others);
});

test("a day's hours are erased from their row, which goes with its last day", () => {
  const rows = [row({ weekdays: [1, 2] }), row({ weekdays: [6] })];
  expect(brief(eraseHours(rows, { row: 0, weekday: 1 }))).toEqual(["2 06:00-22:00", "6 06:00-22:00"]);
  expect(brief(eraseHours(rows, { row: 1, weekday: 6 }))).toEqual(["12 06:00-22:00"]);
});

test("of several hours at a place those of every week are found first", () => {
  const blocks = blocksOf([row({ weekdays: [2], every: "2" }), row({ weekdays: [2] })]);
  expect(blockAt(blocks, 2, 600)?.row).toBe(1);
  expect(blockAt(blocks, 2, 1_320)).toBeUndefined();
});

test("the coming weeks of every second week are counted from its week, across week 53 and this week's past days", () => {
  const cleaning = row({ weekdays: [2], every: "2", anchor: "2026-12-01" });
  expect(comingWeeks(cleaning, TODAY)).toEqual(["2026-11-30", "2026-12-14", "2026-12-28", "2027-01-11"]);
  expect(comingWeeks(cleaning, "2026-12-02")[0]).toBe("2026-12-14");
  expect(comingWeeks({ ...cleaning, valid_until: "2026-12-20" }, TODAY)).toEqual(["2026-11-30", "2026-12-14"]);
});
