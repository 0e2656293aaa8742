// Finds the schedule for the portal's profiles: the unit's own schedule of all hours, or the portal's if an installer changed or
// removed that one.
import { ALL_HOURS_NAME } from "#contract/made-texts.ts";
import type { Clock } from "../clock.ts";
import { NonsenseReplyError } from "../errors.ts";
import type { AxisClient } from "./client.ts";
import { ALWAYS, SERVICES } from "./endpoints.ts";
import { unlessUnreadable } from "./unless-unreadable.ts";
import { calendarDay, coversTheWeek, hasEvents, weeklyHours } from "./weekly-hours.ts";
import { type WireSchedule, wireSchedule } from "./wire.ts";

export const OUR_ALWAYS = "wp-always";

const GET = {
  service: SERVICES.schedule,
  operation: "axsch:GetSchedule",
  keys: ["Schedule"],
  item: wireSchedule,
};

export interface AllHours {
  /** Returns the schedules that hold at all hours; both where the unit cannot report them, since a passing fault changes nothing. */
  holding(): Promise<ReadonlySet<string>>;
  /** Returns one of them, and writes the portal's own if there is none. Throws DeviceError. */
  token(): Promise<string>;
}

/** Creates the search. `holding`: tokens of schedules that are open at all hours today. */
export function allHours(client: AxisClient, clock: Clock): AllHours {
  const holding = async (): Promise<ReadonlySet<string>> => {
    const read = await unlessUnreadable(() => client.get(GET, [ALWAYS, OUR_ALWAYS]));
    if (read === null) return new Set([ALWAYS, OUR_ALWAYS]);
    const today = calendarDay(clock.now());
    // Fault point: axis-always-is-read.
    return new Set(read.filter((schedule) => isAllHours(schedule, today)).map(({ token }) => token));
  };
  return {
    holding,
    async token() {
      const before = await holding();
      if (before.has(ALWAYS)) return ALWAYS;
      if (before.has(OUR_ALWAYS)) return OUR_ALWAYS;
      await client.set(SERVICES.schedule, "axsch:SetSchedule", "Schedule", OURS);
      if (!(await holding()).has(OUR_ALWAYS)) throw new NonsenseReplyError("axsch:SetSchedule did not keep a schedule");
      return OUR_ALWAYS;
    },
  };
}

/** A calendar in a form that is no week is not trusted: the portal's own holds for certain. */
function isAllHours({ ScheduleDefinition, ExceptionScheduleDefinition }: WireSchedule, today: string): boolean {
  const weekly = weeklyHours(ScheduleDefinition, today);
  return weekly !== null && coversTheWeek(weekly) && !hasEvents(ExceptionScheduleDefinition);
}

const EVERY_DAY = [
  "BEGIN:VCALENDAR",
  "PRODID:",
  "VERSION:2.0",
  "BEGIN:VEVENT",
  "SUMMARY:wp-always",
  "DTSTART:19700101T000000",
  "DTEND:19700102T000000",
  "RRULE:FREQ=DAILY",
  "DTSTAMP:19700101T000000",
  "UID:wp-always",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

const OURS = {
  token: OUR_ALWAYS,
  Name: ALL_HOURS_NAME,
  Description: "",
  ScheduleDefinition: EVERY_DAY,
  ExceptionScheduleDefinition: "",
  Attribute: [],
};
