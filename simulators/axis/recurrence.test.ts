import { describe, expect, test } from "vitest";
import { inCalendar, unreadable } from "./recurrence.ts";

const at = (text: string): number => Date.parse(`${text}Z`);
const event = (start: string, end: string, ...lines: string[]) =>
  ["BEGIN:VCALENDAR", "BEGIN:VEVENT", `DTSTART:${start}`, `DTEND:${end}`, ...lines, "END:VEVENT", "END:VCALENDAR"].join(
    "\r\n",
  );

describe("a schedule of a door controller", () => {
  const quarter = (rule: string) => event("20260101T080000", "20260101T081500", rule);
  test.each([
    ["hourly, in the first quarter", quarter("RRULE:FREQ=HOURLY"), "2026-03-05T23:14:59", "2026-03-05T23:15:00"],
    [
      "every minute, in its first half",
      event("20260101T080000", "20260101T080030", "RRULE:FREQ=MINUTELY"),
      "2026-03-05T23:14:29",
      "2026-03-05T23:14:30",
    ],
    [
      "every second, until its end",
      event("20260101T080000", "20260101T080001", "RRULE:FREQ=SECONDLY;UNTIL=20260301T000000"),
      "2026-03-01T00:00:00",
      "2026-03-01T00:00:01",
    ],
    [
      "the first and the last of a month",
      quarter("RRULE:FREQ=MONTHLY;BYMONTHDAY=1,-1"),
      "2026-02-28T08:10:00",
      "2026-02-27T08:10:00",
    ],
    ["monthly, by the day it began", quarter("RRULE:FREQ=MONTHLY"), "2026-05-01T08:00:00", "2026-05-02T08:00:00"],
    [
      "a whole summer each year",
      event("20260601T000000", "20260901T000000", "RRULE:FREQ=YEARLY;BYMONTH=6"),
      "2027-08-31T23:59:59",
      "2027-09-01T00:00:00",
    ],
    [
      "two months' first days",
      event("20260101T000000", "20260102T000000", "RRULE:FREQ=YEARLY;BYMONTH=1,7"),
      "2026-07-01T12:00:00",
      "2026-08-01T12:00:00",
    ],
    [
      "a date of its own beside its rule",
      event(
        "20260105T080000",
        "20260105T170000",
        "RRULE:FREQ=WEEKLY;BYDAY=MO",
        "RDATE:20261224T100000,20261225T100000",
      ),
      "2026-12-25T18:59:59",
      "2026-12-23T12:00:00",
    ],
    [
      "weekly until a day",
      event("20260105T080000", "20260105T170000", "RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20260202T080000"),
      "2026-02-02T16:00:00",
      "2026-02-09T09:00:00",
    ],
    [
      "every other Tuesday, over a year of 53 weeks",
      event("20261229T070000", "20261229T090000", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
      "2027-01-12T08:00:00",
      "2027-01-05T08:00:00",
    ],
    [
      "every other week on both sides of a weekend, counted from Monday",
      event("20261227T070000", "20261227T090000", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO"),
      "2027-01-04T08:00:00",
      "2026-12-28T08:00:00",
    ],
    [
      "every fourth day",
      event("20260228T080000", "20260228T090000", "RRULE:FREQ=DAILY;INTERVAL=4"),
      "2026-03-04T08:30:00",
      "2026-03-03T08:30:00",
    ],
    [
      "every third month",
      quarter("RRULE:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1"),
      "2026-10-01T08:00:00",
      "2026-09-01T08:00:00",
    ],
    [
      "every quarter of an hour",
      event("20260101T080000", "20260101T080100", "RRULE:FREQ=MINUTELY;INTERVAL=15"),
      "2026-01-02T09:45:30",
      "2026-01-02T09:46:00",
    ],
    [
      "a rule on two lines",
      event("20260105T080000", "20260105T170000", "RRULE:FREQ=WEEKLY;BY", " DAY=TU"),
      "2026-01-06T09:00:00",
      "2026-01-05T09:00:00",
    ],
  ])("%s", (_what, definition, inside, outside) => {
    expect(unreadable(definition)).toBeNull();
    expect(inCalendar(definition, at(inside))).toBe(true);
    expect(inCalendar(definition, at(outside))).toBe(false);
  });

  test("before it begins is never active, whatever its rule", () => {
    for (const rule of ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
      expect(inCalendar(quarter(`RRULE:FREQ=${rule}`), at("2025-12-01T08:05:00"))).toBe(false);
  });

  test.each([
    ["a time zone", event("20260101T080000", "20260101T170000").replace("DTSTART:", "DTSTART;TZID=Europe/Paris:")],
    ["UTC", event("20260101T080000Z", "20260101T170000Z", "RRULE:FREQ=DAILY")],
    ["no interval", quarter("RRULE:FREQ=WEEKLY;INTERVAL=0")],
    ["nights that overlap", event("20260105T220000", "20260107T060000", "RRULE:FREQ=WEEKLY;BYDAY=MO,TU")],
    ["days that are longer than a day", event("20260105T000000", "20260106T010000", "RRULE:FREQ=DAILY")],
    ["a number of times", quarter("RRULE:FREQ=DAILY;COUNT=3")],
    ["the first Monday", quarter("RRULE:FREQ=MONTHLY;BYDAY=1MO")],
    ["a part that does not go with its frequency", quarter("RRULE:FREQ=HOURLY;BYDAY=MO")],
    ["days left out", event("20260101T080000", "20260101T170000", "RRULE:FREQ=DAILY", "EXDATE:20260102T080000")],
    ["two rules", quarter("RRULE:FREQ=DAILY\r\nRRULE:FREQ=MONTHLY")],
    ["an end before its start", event("20260102T080000", "20260101T170000")],
  ])("is refused with %s", (_what, definition) => {
    expect(unreadable(definition)).not.toBeNull();
  });
});
