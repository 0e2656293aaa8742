import { expect, test } from "vitest";
import { stockholmDay } from "./stockholm.ts";
import {
  customWindow,
  endDateProblem,
  extendedWindow,
  lastEndDate,
  lastTimeOf,
  VALIDITY_PERIODS,
  validityWindow,
} from "./validity.ts";

const cases: [string, (typeof VALIDITY_PERIODS)[number], string][] = [
  ["2026-11-21T08:00:00.500Z", "1_day", "2026-11-22T08:00:00.000Z"],
  ["2026-11-21T08:00:00Z", "12_months", "2027-11-21T08:00:00.000Z"],
  // Summer time ends: the day has 25 hours and the local time stays.
  ["2026-10-24T12:00:00Z", "1_day", "2026-10-25T13:00:00.000Z"],
  // Summer time begins: 23 hours.
  ["2026-03-28T12:00:00Z", "1_day", "2026-03-29T11:00:00.000Z"],
  ["2026-03-25T12:00:00Z", "1_week", "2026-04-01T11:00:00.000Z"],
  // 31 January plus a month ends on the last day of February.
  ["2027-01-31T11:00:00Z", "1_month", "2027-02-28T11:00:00.000Z"],
  ["2026-11-30T11:00:00Z", "3_months", "2027-02-28T11:00:00.000Z"],
  ["2026-11-21T11:00:00Z", "6_months", "2027-05-21T10:00:00.000Z"],
];

test.each(cases)("a credential given at %s for %s ends at %s", (from, period, to) => {
  const window = validityWindow(period, new Date(from));
  expect(window.validTo.toISOString()).toBe(to);
  expect(window.validFrom.getMilliseconds()).toBe(0);
});

// Covers: 4.10, 7.16
test("the periods are those of the specification, each as long as its name says, in whole seconds", () => {
  const begin = new Date("2026-12-31T23:30:00.250Z"); // Half past midnight of a new year in Stockholm.
  expect(VALIDITY_PERIODS.map((period) => [period, validityWindow(period, begin).validTo.toISOString()])).toEqual([
    ["1_day", "2027-01-01T23:30:00.000Z"],
    ["1_week", "2027-01-07T23:30:00.000Z"],
    ["1_month", "2027-01-31T23:30:00.000Z"],
    ["3_months", "2027-03-31T22:30:00.000Z"],
    ["6_months", "2027-06-30T22:30:00.000Z"],
    ["12_months", "2027-12-31T23:30:00.000Z"],
  ]);
  for (const period of VALIDITY_PERIODS)
    expect(validityWindow(period, begin).validFrom.toISOString()).toBe("2026-12-31T23:30:00.000Z");
});

const HOUR_MS = 3_600_000;
const now = new Date("2026-11-23T09:00:00Z");
const from = new Date("2026-01-01T00:00:00Z");

test("an extension begins where what is left ends", () => {
  const validTo = new Date("2026-12-24T22:59:00Z");
  expect(extendedWindow("3_months", { validFrom: from, validTo }, now)).toEqual({
    validFrom: from,
    validTo: new Date("2027-03-24T22:59:00Z"),
  });
});

test.each([
  [
    "31 January, for a month",
    "1_month",
    "2026-12-31",
    "2027-01-31",
    ["02-28", "03-31", "04-30", "05-31", "06-30", "07-31"],
  ],
  ["31 January without a beginning", "1_month", null, "2027-01-31", ["02-28", "03-31", "04-30"]],
  ["31 January, begun on another day", "1_month", "2027-01-01", "2027-01-31", ["02-28", "03-31", "04-30"]],
  ["30 January", "1_month", "2026-12-30", "2027-01-30", ["02-28", "03-30", "04-30", "05-30"]],
  ["28 February, begun on the 28th", "1_month", "2027-01-28", "2027-02-28", ["03-28", "04-28"]],
  ["28 February, begun on the 29th", "1_month", "2027-01-29", "2027-02-28", ["03-29", "04-29"]],
  ["30 November, for three months", "3_months", "2027-08-31", "2027-11-30", ["02-29", "05-31", "08-31"]],
  ["29 February, for a year", "12_months", "2024-02-29", "2028-02-29", ["02-28", "02-28", "02-28", "02-29"]],
  ["the 15th", "1_month", "2026-12-15", "2027-01-15", ["02-15", "03-15"]],
] as const)("extended again and again from %s it keeps its day of the month", (_when, period, begins, ends, days) => {
  const noon = (day: string) => new Date(`${day}T11:00:00Z`);
  let stored: { validFrom: Date | null; validTo: Date } = {
    validFrom: begins && noon(begins),
    validTo: noon(ends),
  };
  const ended = days.map(() => {
    stored = extendedWindow(period, stored, new Date(stored.validTo.getTime() - HOUR_MS)) ?? stored;
    return stockholmDay(stored.validTo).slice(5);
  });
  expect(ended).toEqual(days);
});

test("an ended period begins anew today", () => {
  const ended = { validFrom: from, validTo: new Date("2026-11-23T08:59:59Z") };
  expect(extendedWindow("1_week", ended, now)).toEqual(validityWindow("1_week", now));
  expect(extendedWindow(null, ended, now)).toEqual(validityWindow("12_months", now));
});

test("a second press adds nothing", () => {
  for (const period of VALIDITY_PERIODS) {
    const once = extendedWindow(period, { validFrom: from, validTo: new Date("2026-11-23T10:00:00Z") }, now);
    expect(once).not.toBeNull();
    if (once !== null) expect(extendedWindow(period, once, now)).toBeNull();
  }
});

test("an own end date lasts to the end of its day in Stockholm, on the days of the clock changes too", () => {
  const end = (day: string) => customWindow(day, new Date("2026-01-01T10:00:00.500Z")).validTo.toISOString();
  expect(end("2027-06-15")).toBe("2027-06-15T21:59:59.000Z");
  expect(end("2027-01-15")).toBe("2027-01-15T22:59:59.000Z");
  expect(end("2027-03-28")).toBe("2027-03-28T21:59:59.000Z");
  expect(end("2027-10-31")).toBe("2027-10-31T22:59:59.000Z");
  expect(stockholmDay(customWindow("2027-10-31", new Date()).validTo)).toBe("2027-10-31");
});

test("an own end date is today at the earliest and ten years ahead at the latest, by Stockholm's calendar", () => {
  const now = new Date("2026-11-22T23:30:00Z");
  expect(endDateProblem("2026-11-22", now)).toBe("past");
  expect(endDateProblem("2026-11-23", now)).toBeNull();
  expect(lastEndDate(now)).toBe("2036-11-23");
  expect(endDateProblem("2036-11-23", now)).toBeNull();
  expect(endDateProblem("2036-11-24", now)).toBe("far");
});

test("an own end date is extended by a year", () => {
  const now = new Date("2026-11-23T12:00:00Z");
  const stored = { validFrom: now, validTo: new Date("2026-12-31T22:59:59Z") };
  expect(extendedWindow("custom", stored, now)?.validTo.toISOString()).toBe("2027-12-31T22:59:59.000Z");
});

test.each([
  // A chosen end date: that whole day counts, at both changes of the clock too.
  [customWindow("2026-12-01", new Date("2026-11-30T09:15:00Z")).validTo, "2026-12-01", null],
  [customWindow("2026-10-25", new Date("2026-10-01T09:15:00Z")).validTo, "2026-10-25", null],
  // Midnight belongs to the day after, on which nothing opens.
  [new Date("2026-11-30T23:00:00Z"), "2026-11-30", null],
  [validityWindow("1_day", new Date("2026-11-30T09:15:00Z")).validTo, "2026-12-01", "10:15"],
])("what ends at %o works to the end of %s, or to the time of day %s", (validTo, day, clock) => {
  expect(lastTimeOf(validTo)).toEqual({ day, clock });
});
