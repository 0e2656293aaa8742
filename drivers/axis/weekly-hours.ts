// Reads schedules that form a week: daily or weekly, in the device's local time. Any other schedule is null, never an estimate.
import type { PinWindow } from "#contract/pin-use.ts";

const DAY_MINUTES = 1440;
const WEEK_MINUTES = 7 * DAY_MINUTES;
const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const EVENT = /^BEGIN:VEVENT\s*$/im;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
/** Parts that do not affect a rule that runs every week. */
const HARMLESS = new Set(["WKST", "INTERVAL"]);
/** The properties that an event of a week may have; any other (RDATE, EXDATE, a second rule) may change its hours. */
const WITHOUT_TIME =
  /^(SUMMARY|DESCRIPTION|COMMENT|CATEGORIES|LOCATION|UID|DTSTAMP|CREATED|LAST-MODIFIED|SEQUENCE|CLASS|X-[^:;]*)[:;]/i;
const TIMES = /^(DTSTART|DTEND|RRULE)[:;]/;
const FRAME = /^(BEGIN|END):(VCALENDAR|VEVENT)$/i;
const OTHER_PART = /^BEGIN:(?!VCALENDAR\s*$|VEVENT\s*$)/im;

/** Returns the hours of a week. `today`: yyyymmdd; a schedule that begins later is not yet a week. */
export function weeklyHours(definition: string, today: string): PinWindow[] | null {
  if (OTHER_PART.test(definition)) return null;
  const events = definition
    .replaceAll(/\r?\n[ \t]/g, "")
    .split(EVENT)
    .slice(1);
  const windows = events.map((event) => windowOf(event, today));
  return windows.every((window) => window !== null) ? windows : null;
}

/** Returns a day as calendars write it. */
export function calendarDay(now: Date): string {
  return now.toISOString().slice(0, 10).replaceAll("-", "");
}

/** Counts the events of an iCalendar text. */
export function eventsIn(definition: string): number {
  return definition.split(EVENT).length - 1;
}

export function hasEvents(definition: string): boolean {
  return EVENT.test(definition);
}

/** Tells whether the windows leave no minute of the week out. */
export function coversTheWeek(windows: readonly PinWindow[]): boolean {
  const spans = windows.flatMap(({ days, from, to }) => {
    const [start, end] = [minutes(from), minutes(to)];
    const length = end > start ? end - start : end + DAY_MINUTES - start;
    return days.map((day) => ({ start: (day - 1) * DAY_MINUTES + start, length }));
  });
  // A span past Sunday's midnight covers Monday's beginning.
  const lastWeek = spans.map(({ start, length }) => ({ start: start - WEEK_MINUTES, length }));
  let covered = 0;
  for (const { start, length } of [...lastWeek, ...spans].sort((one, other) => one.start - other.start)) {
    if (start > covered) return false;
    covered = Math.max(covered, start + length);
  }
  return covered >= WEEK_MINUTES;
}

function windowOf(event: string, today: string): PinWindow | null {
  if (!isPlain(event)) return null;
  const [start, end] = [moment(event, "DTSTART"), moment(event, "DTEND")];
  const rule = /^RRULE:(.*)$/m.exec(event)?.[1]?.trim();
  if (!start || !end || rule === undefined || start.day > today) return null;
  const length = (end.at - start.at) / 60_000;
  const days = daysOf(rule, start.at);
  if (days === null || length <= 0 || length > DAY_MINUTES) return null;
  const isMidnight = end.at % (DAY_MINUTES * 60_000) === 0;
  return { days, from: start.clock, to: isMidnight ? "24:00" : end.clock };
}

function isPlain(event: string): boolean {
  const lines = event.split(/\r?\n/).filter((line) => line.trim() !== "");
  const times = lines.filter((line) => TIMES.test(line)).map((line) => line.split(/[:;]/)[0]);
  return (
    lines.every((line) => TIMES.test(line) || WITHOUT_TIME.test(line) || FRAME.test(line.trim())) &&
    times.length === new Set(times).size
  );
}

function daysOf(rule: string, start: number): number[] | null {
  const parts = new Map(rule.split(";").map((part) => [part.split("=")[0] ?? "", part.split("=")[1] ?? ""]));
  const frequency = parts.get("FREQ");
  const known = [...parts.keys()].every((key) => key === "FREQ" || key === "BYDAY" || HARMLESS.has(key));
  if (!known || !["DAILY", "WEEKLY"].includes(frequency ?? "") || (parts.get("INTERVAL") ?? "1") !== "1") return null;
  const named = parts.get("BYDAY");
  if (named === undefined) return frequency === "DAILY" ? EVERY_DAY : [new Date(start).getUTCDay() || 7];
  const days = named.split(",").map((day) => DAYS.indexOf(day) + 1);
  return days.includes(0) ? null : [...new Set(days)].sort((one, other) => one - other);
}

/** Reads a time. The last second of a minute counts as the next minute, because installers write ends in that way. */
function moment(event: string, name: string): { at: number; day: string; clock: string } | null {
  const pattern = new RegExp(
    `^${name}(?:;VALUE=DATE(?:-TIME)?)?:(\\d{4})(\\d\\d)(\\d\\d)(?:T(\\d\\d)(\\d\\d)(\\d\\d))?\\s*$`,
    "m",
  );
  const found = pattern.exec(event);
  if (!found) return null;
  const [year = 0, month = 1, date = 1, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  const at = Date.UTC(year, month - 1, date, hour, second === 59 ? minute + 1 : minute);
  return { at, day: found.slice(1, 4).join(""), clock: new Date(at).toISOString().slice(11, 16) };
}

function minutes(clock: string): number {
  const [hours = 0, rest = 0] = clock.split(":").map(Number);
  return hours * 60 + rest;
}
