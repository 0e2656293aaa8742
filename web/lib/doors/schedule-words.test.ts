import { expect, test } from "vitest";
import type { ListedHours } from "./schedule-week.ts";
import { weekWords } from "./schedule-words.ts";

const on = (weekdays: number[], hours: Partial<ListedHours>): ListedHours[] =>
  weekdays.map((weekday) => ({
    weekday,
    from: 360,
    to: 1_320,
    every_weeks: 1,
    anchor: "2026-01-01",
    valid_from: null,
    valid_until: null,
    ...hours,
  }));

test.each<[hours: ListedHours[], words: string]>([
  [[], "aldrig öppet"],
  [on([1, 2, 3, 4, 5], {}), "mån–fre 06–22"],
  [on([1, 2, 3, 4, 5, 6, 7], { from: 0, to: 1_440 }), "alla dagar 00–24"],
  [[...on([1], {}), ...on([6, 7], { from: 510, to: 1_200 })], "mån 06–22, lör, sön 08:30–20"],
  [on([2], { from: 420, to: 540, every_weeks: 2 }), "tis 07–09 varannan vecka"],
  [on([2], { every_weeks: 4, valid_from: "2026-06-01" }), "tis 06–22 var fjärde vecka från 2026-06-01"],
  [on([2], { valid_until: "2026-08-31" }), "tis 06–22 till 2026-08-31"],
])("a week is worded", (hours, words) => {
  expect(weekWords({ hours, calendars: [] })).toBe(words);
});

test("calendars are mentioned, because they have other hours", () => {
  expect(weekWords({ hours: on([1], {}), calendars: ["00000000-0000-4000-8000-0000000000a1"] })).toBe(
    "mån 06–22, utom kalenderdagar",
  );
});
