// The part of iCalendar that door controllers use: local VEVENTs, daily or weekly. (any active) AND NOT (any exception
// active).
import type { Schedule } from "./objects.ts";

/** Schedules have local time only. */
const DEVICE_TIME_ZONE = "Europe/Stockholm";

const DAY_MS = 86_400_000;
const WEEK_DAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;

const localParts = new Intl.DateTimeFormat("en-GB", {
  timeZone: DEVICE_TIME_ZONE,
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

export function localMs(at: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of localParts.formatToParts(at)) parts[type] = Number(value);
  return Date.UTC(
    parts["year"] ?? 1970,
    (parts["month"] ?? 1) - 1,
    parts["day"] ?? 1,
    parts["hour"] ?? 0,
    parts["minute"] ?? 0,
    parts["second"] ?? 0,
  );
}

export interface ScheduleStatus {
  active: boolean;
  exception: boolean;
}

export function scheduleStatus(schedule: Schedule, at: number): ScheduleStatus {
  if (schedule.token === "standard_always" && schedule.ExceptionScheduleDefinition === "") {
    return { active: true, exception: false };
  }
  const local = localMs(at);
  const exception = inCalendar(schedule.ExceptionScheduleDefinition, local);
  return { active: inCalendar(schedule.ScheduleDefinition, local) && !exception, exception };
}

export function anyScheduleActive(tokens: readonly string[], schedules: Map<string, Schedule>, at: number): boolean {
  let active = false;
  for (const token of tokens) {
    const schedule = schedules.get(token);
    if (!schedule) continue;
    const status = scheduleStatus(schedule, at);
    if (status.exception) return false;
    active ||= status.active;
  }
  return active;
}

function inCalendar(definition: string, local: number): boolean {
  return definition
    .split("BEGIN:VEVENT")
    .slice(1)
    .some((event) => inEvent(event, local));
}

function inEvent(event: string, local: number): boolean {
  const start = calendarMs(property(event, "DTSTART"));
  const end = calendarMs(property(event, "DTEND"));
  if (start === null || end === null || local < start) return false;
  const length = end - start;
  const rule = Object.fromEntries(
    property(event, "RRULE")
      .split(";")
      .map((part): [string, string | undefined] => {
        const [key = "", value] = part.split("=");
        return [key, value];
      }),
  );
  if (!rule["FREQ"]) return local < end;
  const until = rule["UNTIL"] ? calendarMs(rule["UNTIL"]) : null;
  const days = rule["BYDAY"]?.split(",") ?? (rule["FREQ"] === "WEEKLY" ? [dayName(start)] : [...WEEK_DAYS]);
  const timeOfDay = start % DAY_MS;
  const today = local - (local % DAY_MS) + timeOfDay;
  // A window may reach past midnight.
  return [today, today - DAY_MS].some(
    (occurrence) =>
      occurrence >= start &&
      (until === null || occurrence <= until) &&
      days.includes(dayName(occurrence)) &&
      local >= occurrence &&
      local < occurrence + length,
  );
}

const dayName = (ms: number): string => WEEK_DAYS[new Date(ms).getUTCDay()] ?? "MO";

function property(event: string, name: string): string {
  return new RegExp(`^${name}[^:\\r\\n]*:(.*)$`, "m").exec(event)?.[1]?.trim() ?? "";
}

function calendarMs(text: string): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1, hour || 0, minute || 0, second || 0);
}
