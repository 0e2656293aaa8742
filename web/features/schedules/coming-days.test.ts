import { expect, test } from "vitest";
import { isOpen } from "#contract/schedules/is-open.ts";
import type { OpenInterval, ScheduleHours } from "#contract/schedules/schedule.ts";
import { type ComingDay, comingDays, type NamedDay } from "./coming-days.ts";

const TODAY = "2026-11-29";
const on = (weekdays: number[], from: number, to: number, every: 1 | 2 = 1): ScheduleHours[] =>
  weekdays.map((weekday) => ({
    weekday,
    from,
    to,
    everyWeeks: every,
    anchor: "2026-12-01",
    validFrom: null,
    validUntil: null,
  }));
const LAUNDRY = on([1, 2, 3, 4, 5, 6, 7], 360, 1_320);
const holiday = (code: NamedDay["holiday"] & string, hours: OpenInterval[] = []): NamedDay => ({
  holiday: code,
  from: null,
  until: null,
  name: null,
  hours,
});
const typed = (from: string, until: string, name: string | null = null, hours: OpenInterval[] = []): NamedDay => ({
  holiday: null,
  from,
  until,
  name,
  hours,
});
const brief = ({ date, until, holidays, hours, by }: ComingDay) => [
  date === until ? date : `${date}/${until}`,
  holidays.join(),
  hours.map(({ from, to }) => `${from / 60}-${to / 60}`).join(),
  by && (by.name ?? by.calendar),
];

test("Christmas is shown day by day, closed where a calendar closes it and as usual where none does", () => {
  const calendars = [
    { name: "Röda dagar", days: [holiday("public_holidays"), holiday("christmas_eve", [{ from: 600, to: 840 }])] },
  ];
  expect(comingDays(LAUNDRY, calendars, TODAY).christmas.map(brief)).toEqual([
    ["2026-12-24", "christmas_eve", "10-14", "Röda dagar"],
    ["2026-12-25", "christmas_day", "", "Röda dagar"],
    ["2026-12-26", "boxing_day", "", "Röda dagar"],
    ["2026-12-31", "new_years_eve", "6-22", null],
    ["2027-01-01", "new_years_day", "", "Röda dagar"],
    ["2027-01-06", "epiphany", "", "Röda dagar"],
  ]);
});

test("in the days of Christmas those that are left are shown, and the day after Epiphany the next Christmas", () => {
  const dates = (today: string) => comingDays(LAUNDRY, [], today).christmas.map(({ date }) => date);
  expect(dates("2026-12-26")).toEqual(["2026-12-26", "2026-12-31", "2027-01-01", "2027-01-06"]);
  expect(dates("2027-01-06")).toEqual(["2027-01-06"]);
  expect(dates("2027-01-07")[0]).toBe("2027-12-24");
});

test("the next fourteen days have every second week's hours in their week alone, and a period's name", () => {
  const calendar = { name: "Stängt", days: [typed("2026-12-08", "2026-12-09", "Målning")] };
  const soon = comingDays([...on([2], 420, 540, 2), ...on([3], 420, 540)], [calendar], TODAY).soon;
  expect(soon.map(({ date }) => date).at(-1)).toBe("2026-12-12");
  expect(soon.filter(({ hours, by }) => hours.length > 0 || by !== null).map(brief)).toEqual([
    ["2026-12-01", "", "7-9", null],
    ["2026-12-02", "", "7-9", null],
    ["2026-12-08", "", "", "Målning"],
    ["2026-12-09", "", "", "Målning"],
  ]);
});

test("a year's other days stand in order, a period once, and what an earlier calendar decides under that one", () => {
  const first = { name: "Semester", days: [typed("2027-06-24", "2027-06-26")] };
  const second = {
    name: "Röda dagar",
    days: [holiday("midsummer_eve"), holiday("national_day"), typed("2027-06-26", "2027-06-28", "Städ")],
  };
  expect(comingDays(LAUNDRY, [first, second], TODAY).later.map(brief)).toEqual([
    ["2027-06-06", "national_day", "", "Röda dagar"],
    ["2027-06-24/2027-06-26", "", "", "Semester"],
    ["2027-06-27/2027-06-28", "", "", "Städ"],
  ]);
});

test("each shown day is open exactly when the rule at the door says so", () => {
  const days = [holiday("public_holidays"), typed("2026-12-03", "2026-12-03", null, [{ from: 1_320, to: 120 }])];
  const hours = on([1, 3, 5], 480, 1_020);
  const schedule = { hours, days: [{ from: "2026-12-03", until: "2026-12-03", hours: [{ from: 1_320, to: 120 }] }] };
  for (const { date, hours: shown } of comingDays(hours, [{ name: "A", days }], TODAY).soon)
    for (const { from } of shown)
      expect(isOpen(schedule, new Date(Date.parse(`${date}T00:00+01:00`) + from * 60_000))).toBe(true);
});
