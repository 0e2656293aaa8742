// Tells whether a schedule is active, in local time of the device: (any event active) AND NOT (any exception active).
import type { Schedule } from "./objects.ts";
import { inCalendar } from "./recurrence.ts";

/** Schedules have local time only. */
const DEVICE_TIME_ZONE = "Europe/Stockholm";

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

/** The factory's calendar: a whole day, every day since long ago. An installer may change it under the same name. */
const EVERY_DAY =
  /^(?!.*BEGIN:VEVENT.*BEGIN:VEVENT).*DTSTART:19700101T000000\r\nDTEND:19700102T000000\r\nRRULE:FREQ=DAILY\r\n/s;

export function scheduleStatus(schedule: Schedule, at: number): ScheduleStatus {
  // Most decisions ask for this schedule.
  if (schedule.ExceptionScheduleDefinition === "" && EVERY_DAY.test(schedule.ScheduleDefinition)) {
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
