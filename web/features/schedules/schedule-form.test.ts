import { expect, test } from "vitest";
import type { ListedSchedule } from "#contract/functions/schedules.ts";
import { newRow, savedSchedule, scheduleForm, scheduleValues, type WeekRow } from "./schedule-form.ts";
import { readClock, readIntervals } from "./typed-times.ts";

const TODAY = "2026-11-29";
const ROW: WeekRow = newRow(TODAY);
const form = (row: Partial<WeekRow>) => ({ name: "Tvättstuga", hours: [{ ...ROW, ...row }], calendars: [] });

test.each([
  ["06:00", 360],
  ["6.30", 390],
  ["0630", 390],
  [" 22 ", 1_320],
  ["24:00", 1_440],
  ["24:01", null],
  ["25:00", null],
  ["12:60", null],
  ["-1", null],
  ["", null],
  ["kl 6", null],
])("'%s' is read as %s minutes", (text, minutes) => {
  expect(readClock(text)).toBe(minutes);
});

test.each([
  ["10-18", [{ from: 600, to: 1_080 }]],
  [
    "8–12, 13.30 – 17",
    [
      { from: 480, to: 720 },
      { from: 810, to: 1_020 },
    ],
  ],
  ["22-02", [{ from: 1_320, to: 120 }]],
  ["00-24", [{ from: 0, to: 1_440 }]],
  ["00-00", [{ from: 0, to: 1_440 }]],
  ["10-10", "no_length"],
  ["10-25", "unknown"],
  ["24-02", "unknown"],
  ["10", "unknown"],
  ["10-12-14", "unknown"],
  ["10-12,", "unknown"],
  ["", "unknown"],
])("'%s' is read as hours of a day", (text, read) => {
  expect(readIntervals(text)).toEqual(read);
});

test.each<[what: string, row: Partial<WeekRow>, field: string, sentence: string]>([
  ["no day", { weekdays: [] }, "weekdays", "Välj minst en dag"],
  ["a beginning at 24:00", { from: "24:00" }, "from", "Skriv en tid mellan 00:00 och 24:00"],
  ["a time that is none", { to: "25:00" }, "to", "Skriv en tid mellan 00:00 och 24:00"],
  ["an end at its beginning", { to: "06:00" }, "to", "Tiden slutar när den börjar"],
  ["no week to count from", { every: "2", anchor: null }, "anchor", "Välj en dag i en vecka då tiden gäller"],
  [
    "a last day before the first",
    { valid_from: "2026-06-02", valid_until: "2026-06-01" },
    "valid_until",
    "Sista dagen är före den första",
  ],
])("%s is refused at its field", (_what, row, field, sentence) => {
  const refused = scheduleForm.safeParse(form(row)).error?.issues.map(({ path, message }) => [path, message]);
  expect(refused).toEqual([[["hours", 0, field], sentence]]);
});

test("the whole day, a night and every second week are saved for each day", () => {
  const saved = (row: Partial<WeekRow>) => savedSchedule(scheduleForm.parse(form(row)), TODAY).hours;
  const common = { every_weeks: 1, anchor: TODAY, valid_from: null, valid_until: null };
  expect(saved({ weekdays: [6, 7], from: "00:00", to: "00:00" })).toEqual([
    { ...common, weekday: 6, from: 0, to: 1_440 },
    { ...common, weekday: 7, from: 0, to: 1_440 },
  ]);
  expect(saved({ weekdays: [5], from: "22", to: "02" })).toEqual([{ ...common, weekday: 5, from: 1_320, to: 120 }]);
  expect(saved({ weekdays: [2], every: "2", anchor: "2026-12-01" })).toMatchObject([
    { weekday: 2, every_weeks: 2, anchor: "2026-12-01" },
  ]);
});

test("what is stored comes back as it is, days with like hours in one row", () => {
  const common = {
    from: 360,
    to: 1_320,
    every_weeks: 1,
    anchor: "2026-01-01",
    valid_from: null,
    valid_until: null,
  } as const;
  const second = { ...common, every_weeks: 2 } as const;
  const hours = [
    { ...common, weekday: 1 },
    { ...common, weekday: 2 },
    { ...second, weekday: 3, anchor: "2026-01-01" },
    // Another day of the same week, and the week between.
    { ...second, weekday: 4, anchor: "2025-12-29" },
    { ...second, weekday: 5, anchor: "2026-01-05" },
    { ...common, weekday: 6, to: 1_440 },
  ];
  const schedule: ListedSchedule = {
    id: "",
    organization_id: null,
    name: "A",
    updated_at: "",
    hours,
    calendars: [],
    groups: [],
  };
  const values = scheduleValues(schedule, TODAY);
  expect(values.hours.map(({ weekdays, every, to }) => [weekdays, every, to])).toEqual([
    [[1, 2], "1", "22:00"],
    [[3, 4], "2", "22:00"],
    [[5], "2", "22:00"],
    [[6], "1", "24:00"],
  ]);
  const again = savedSchedule(scheduleForm.parse(values), TODAY).hours;
  expect(again).toEqual(hours.map((one) => (one.weekday === 4 ? { ...one, anchor: "2026-01-01" } : one)));
});
