import { describe, expect, test } from "vitest";
import { coversTheWeek, weeklyHours } from "./weekly-hours.ts";

const TODAY = "20261123";
const event = (start: string, end: string, rule: string, more = "") =>
  `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:x\r\nDTSTART:${start}\r\nDTEND:${end}\r\n${rule}\r\n${more}END:VEVENT\r\nEND:VCALENDAR\r\n`;
const WEEKDAYS = "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";

describe("a door controller's schedule as a week", () => {
  test.each([
    ["office hours", event("20240101T060000", "20240101T220000", WEEKDAYS), [1, 2, 3, 4, 5], "06:00", "22:00"],
    [
      "a night",
      event("20240101T220000", "20240102T060000", "RRULE:FREQ=DAILY"),
      [1, 2, 3, 4, 5, 6, 7],
      "22:00",
      "06:00",
    ],
    [
      "an evening up to midnight",
      event("20240101T180000", "20240102T000000", WEEKDAYS),
      [1, 2, 3, 4, 5],
      "18:00",
      "24:00",
    ],
    [
      "an end in the last second",
      event("20240101T000000", "20240101T235959", WEEKDAYS),
      [1, 2, 3, 4, 5],
      "00:00",
      "24:00",
    ],
    [
      "the weekday of its start",
      event("20240106T080000", "20240106T120000", "RRULE:FREQ=WEEKLY"),
      [6],
      "08:00",
      "12:00",
    ],
    [
      "a rule on two lines",
      event("20240101T060000", "20240101T220000", "RRULE:FREQ=WEEKLY;BY\r\n DAY=SU"),
      [7],
      "06:00",
      "22:00",
    ],
  ])("%s", (_what, definition, days, from, to) => {
    expect(weeklyHours(definition, TODAY)).toEqual([{ days, from, to }]);
  });

  test.each([
    ["once a month", event("20240101T060000", "20240101T220000", "RRULE:FREQ=MONTHLY;BYMONTHDAY=1")],
    ["every other week", event("20240101T060000", "20240101T220000", "RRULE:FREQ=WEEKLY;INTERVAL=2")],
    ["with an end", event("20240101T060000", "20240101T220000", `${WEEKDAYS};UNTIL=20270101T000000`)],
    ["a single day", event("20240101T060000", "20240101T220000", "STATUS:CONFIRMED")],
    ["with days of its own", event("20240101T060000", "20240101T220000", WEEKDAYS, "RDATE:20241224T060000\r\n")],
    [
      "with a day of its own in small letters",
      event("20240101T060000", "20240101T220000", WEEKDAYS, "rdate:20241224T060000\r\n"),
    ],
    [
      "with a second rule",
      event("20240101T060000", "20240101T220000", WEEKDAYS, "RRULE:FREQ=MONTHLY;BYMONTHDAY=3\r\n"),
    ],
    ["every hour", event("20240101T060000", "20240101T061500", "RRULE:FREQ=HOURLY")],
    ["every minute", event("20240101T060000", "20240101T060030", "RRULE:FREQ=MINUTELY")],
    ["every second", event("20240101T060000", "20240101T060100", "RRULE:FREQ=SECONDLY")],
    ["some months", event("20240101T060000", "20240101T220000", "RRULE:FREQ=YEARLY;BYMONTH=6,7")],
    ["a weekly rule of some months", event("20240101T060000", "20240101T220000", `${WEEKDAYS};BYMONTH=6`)],
    ["cancelled", event("20240101T060000", "20240101T220000", WEEKDAYS, "STATUS:CANCELLED\r\n")],
    [
      "beside a time zone",
      event("20240101T060000", "20240101T220000", WEEKDAYS).replace(
        "BEGIN:VEVENT",
        "BEGIN:VTIMEZONE\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT",
      ),
    ],
    [
      "an event in small letters",
      event("20240101T060000", "20240101T061500", "RRULE:FREQ=HOURLY").replace("BEGIN:VEVENT", "begin:vevent"),
    ],
    ["the first Monday", event("20240101T060000", "20240101T220000", "RRULE:FREQ=WEEKLY;BYDAY=1MO")],
    ["in UTC", event("20240101T060000Z", "20240101T220000Z", WEEKDAYS)],
    ["from next year on", event("20270101T060000", "20270101T220000", WEEKDAYS)],
    ["longer than a day", event("20240101T060000", "20240103T060000", WEEKDAYS)],
  ])("is not taken for a week: %s", (_what, definition) => {
    expect(weeklyHours(definition, TODAY)).toBeNull();
  });

  test("without an event is never active", () => {
    expect(weeklyHours("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", TODAY)).toEqual([]);
  });

  test("covers the week only when no minute is missing", () => {
    const days = [1, 2, 3, 4, 5, 6, 7];
    expect(coversTheWeek([{ days, from: "00:00", to: "24:00" }])).toBe(true);
    expect(
      coversTheWeek([
        { days, from: "22:00", to: "06:00" },
        { days, from: "06:00", to: "22:00" },
      ]),
    ).toBe(true);
    expect(
      coversTheWeek([
        { days, from: "22:00", to: "06:00" },
        { days, from: "06:00", to: "21:59" },
      ]),
    ).toBe(false);
    expect(coversTheWeek([{ days: [1, 2, 3, 4, 5, 6], from: "00:00", to: "24:00" }])).toBe(false);
  });
});
