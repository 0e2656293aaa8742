// Judges a schedule by other means than the product: an iCalendar library for recurrence, a table of holidays, and a local time that
// PostgreSQL has computed.
import ICAL from "ical.js";
import type { CalendarDay } from "#contract/schedules/calendar-days.ts";
import { PUBLIC_HOLIDAYS } from "#contract/schedules/holidays.ts";
import type { OpenInterval, ScheduleHours } from "#contract/schedules/schedule.ts";
import { HOLIDAY_TABLE } from "#tests/support/holiday-table.ts";
import type { DrawnSchedule } from "./draw.ts";

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const DAY = ICAL.Duration.fromSeconds(86_400);

/** Tells whether the schedule is open at `local`, a Stockholm time such as "2026-11-29 06:00:00". */
export function isOpenByOthers(schedule: DrawnSchedule, local: string): boolean {
  const moment = ICAL.Time.fromDateTimeString(local.slice(0, 19).replace(" ", "T"));
  const today = ICAL.Time.fromDateString(local.slice(0, 10));
  const yesterday = today.clone();
  yesterday.addDuration(ICAL.Duration.fromSeconds(-86_400));
  return [today, yesterday].some((day) =>
    begun(schedule, day).some((interval) => {
      const [start, end] = [at(day, interval.from), at(day, interval.to)];
      if (end.compare(start) <= 0) end.addDuration(DAY);
      return moment.compare(start) >= 0 && moment.compare(end) < 0;
    }),
  );
}

function at(day: ICAL.Time, minutes: number): ICAL.Time {
  const { year, month, day: date } = day;
  const time = ICAL.Time.fromData({ year, month, day: date, hour: 0, minute: 0, second: 0, isDate: false });
  time.addDuration(ICAL.Duration.fromSeconds(minutes * 60));
  return time;
}

function begun({ hours, calendars }: DrawnSchedule, day: ICAL.Time): readonly OpenInterval[] {
  const date = day.toString();
  const having = calendars.flatMap((days) => days.filter((one) => has(one, date)).sort(closedFirst));
  const deciding =
    having.find(({ holiday }) => holiday === null) ??
    having.find(({ holiday }) => holiday !== "public_holidays") ??
    having[0];
  return deciding ? deciding.hours : hours.filter((one) => recursOn(one, day));
}

function closedFirst(one: CalendarDay, other: CalendarDay): number {
  if ((one.hours.length === 0) !== (other.hours.length === 0)) return one.hours.length === 0 ? -1 : 1;
  return String(one.holiday) < String(other.holiday) ? -1 : 1;
}

function has({ holiday, from, until }: CalendarDay, date: string): boolean {
  if (holiday === null) return from <= date && date <= until;
  const codes = holiday === "public_holidays" ? PUBLIC_HOLIDAYS : [holiday];
  return codes.some((code) => HOLIDAY_TABLE[code].includes(date));
}

/** Asks the library for the first occurrence on or after the day. */
function recursOn({ weekday, everyWeeks, anchor, validFrom, validUntil }: ScheduleHours, day: ICAL.Time): boolean {
  const first = ICAL.Time.fromDateString(anchor).startOfWeek(ICAL.Time.MONDAY);
  // The anchor may lie in a later week, so the rule starts whole intervals earlier, in the year before the day.
  const weeks = Math.ceil(Math.max(0, first.subtractDate(day).toSeconds() / 604_800 + 1) / everyWeeks) * everyWeeks;
  first.addDuration(ICAL.Duration.fromSeconds(-604_800 * weeks));
  const rule = ICAL.Recur.fromString(
    `FREQ=WEEKLY;INTERVAL=${everyWeeks};WKST=MO;BYDAY=${String(WEEKDAYS[weekday - 1])}`,
  );
  const days = rule.iterator(first);
  let next = days.next();
  while (next && next.compareDateOnlyTz(day, ICAL.Timezone.localTimezone) < 0) next = days.next();
  const date = day.toString();
  return next?.toString() === date && (validFrom ?? date) <= date && date <= (validUntil ?? date);
}
