import { expect, test } from "vitest";
import { weeklyHours } from "#drivers/axis/weekly-hours.ts";
import { seededRandom } from "#scripts/seed/random.ts";
import { calendarOf } from "#simulators/axis/recurrence.ts";

const DAY_MS = 86_400_000;
const FROM = Date.UTC(2026, 10, 23);
const TODAY = "20261123";
const STEP_MS = 600_000;
const WEEKS = 8;
const TRIES = 250;
const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

type Random = ReturnType<typeof seededRandom>;

const stamp = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");

function rules(random: Random): string[] {
  const days = DAYS.filter(() => random.next() < 0.5).join(",") || "MO";
  const until = stamp(FROM + random.below(WEEKS * 7) * DAY_MS);
  return random.pick([
    [`RRULE:FREQ=WEEKLY;BYDAY=${days}`],
    [`RRULE:FREQ=WEEKLY;BYDAY=${days}`],
    ["RRULE:FREQ=DAILY"],
    [`RRULE:FREQ=DAILY;BYDAY=${days}`],
    [`RRULE:FREQ=WEEKLY;BYDAY=${days};UNTIL=${until}`],
    [`RRULE:FREQ=WEEKLY;BYDAY=${days}`, `RDATE:${until}`],
    [`RRULE:FREQ=WEEKLY;BYDAY=${days}`, `rdate:${until}`],
    [`RRULE:FREQ=WEEKLY;BYDAY=${days}`, "RRULE:FREQ=MONTHLY;BYMONTHDAY=3"],
    [`RDATE:${until}`],
    ["RRULE:FREQ=HOURLY"],
    ["RRULE:FREQ=MINUTELY"],
    ["RRULE:FREQ=SECONDLY"],
    ["RRULE:FREQ=MONTHLY;BYMONTHDAY=1,15"],
    ["RRULE:FREQ=YEARLY;BYMONTH=12,1"],
    [],
  ]);
}

function definition(random: Random): string {
  const start = FROM - (300 - random.below(290)) * DAY_MS + random.below(144) * STEP_MS;
  const end = start + (1 + random.below(144)) * STEP_MS;
  const lines = ["BEGIN:VEVENT", `DTSTART:${stamp(start)}`, `DTEND:${stamp(end)}`, ...rules(random), "END:VEVENT"];
  return ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR", ""].join("\r\n");
}

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

function covers(windows: NonNullable<ReturnType<typeof weeklyHours>>, local: number): boolean {
  const minute = (local % DAY_MS) / 60_000;
  const day = new Date(local).getUTCDay() || 7;
  const before = day === 1 ? 7 : day - 1;
  return windows.some(({ days, from, to }) => {
    if (minutes(to) > minutes(from)) return days.includes(day) && minute >= minutes(from) && minute < minutes(to);
    return (days.includes(day) && minute >= minutes(from)) || (days.includes(before) && minute < minutes(to));
  });
}

// Covers: device.23
test(`the week read from ${TRIES} random schedules is the controller's every ten minutes of ${WEEKS} weeks`, () => {
  const random = seededRandom(14);
  const read = { week: 0, sometimes: 0 };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const text = definition(random);
    const windows = weeklyHours(text, TODAY);
    read[windows === null ? "sometimes" : "week"] += 1;
    if (windows === null) continue;
    const isOpen = calendarOf(text);
    for (let local = FROM + DAY_MS; local < FROM + WEEKS * 7 * DAY_MS; local += STEP_MS)
      if (isOpen(local) !== covers(windows, local)) expect.fail(`${new Date(local).toISOString()} in ${text}`);
  }
  expect(read.week).toBeGreaterThan(40);
  expect(read.sometimes).toBeGreaterThan(100);
});
