// Tells whether schedules are active, in local time of the unit: (any event active) AND NOT (any exception active).
import type { Schedule } from "./objects.ts";
import { inCalendar } from "./recurrence.ts";
import type { AxisState } from "./state.ts";
import { localMs } from "./time-zone.ts";

export interface ScheduleStatus {
  active: boolean;
  exception: boolean;
}

/** The factory's calendar: a whole day, every day since long ago. An installer may change it under the same name. */
const EVERY_DAY =
  /^(?!.*BEGIN:VEVENT.*BEGIN:VEVENT).*DTSTART:19700101T000000\r\nDTEND:19700102T000000\r\nRRULE:FREQ=DAILY\r\n/s;

/** Most decisions ask for the factory's calendar, which needs no clock. */
const isEveryDay = ({ ScheduleDefinition, ExceptionScheduleDefinition }: Schedule): boolean =>
  ExceptionScheduleDefinition === "" && EVERY_DAY.test(ScheduleDefinition);

/** `local`: the time on the unit's wall clock. */
export function statusOf(schedule: Schedule, local: number): ScheduleStatus {
  const exception = inCalendar(schedule.ExceptionScheduleDefinition, local);
  return { active: !exception && inCalendar(schedule.ScheduleDefinition, local), exception };
}

/** Returns the status of a list: an exception of any of its schedules ends them all. */
export function statusOfList(schedules: readonly Schedule[], local: number): ScheduleStatus {
  const all = schedules.map((schedule) => statusOf(schedule, local));
  const exception = all.some((status) => status.exception);
  return { active: !exception && all.some((status) => status.active), exception };
}

/** A token of no schedule adds nothing. */
export function anyScheduleActive(state: AxisState, tokens: readonly string[], at: number): boolean {
  const schedules = tokens.flatMap((token) => state.schedules.get(token) ?? []);
  if (schedules.length === 0) return false;
  return schedules.every(isEveryDay) || statusOfList(schedules, localMs(state.timeZone, at)).active;
}
