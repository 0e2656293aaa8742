import { z } from "zod";
import { inUse, invalidArgs, invalidValue, notFound } from "../fault.ts";
import { type Schedule, scheduleSchema } from "../objects.ts";
import { getOf, listOf, type Operation, removeOf, setOf, shortListOf } from "../operation.ts";
import { readArguments } from "../read-arguments.ts";
import { unreadable } from "../recurrence.ts";
import { statusOf, statusOfList } from "../schedule-active.ts";
import type { AxisState } from "../state.ts";
import { localMs } from "../time-zone.ts";

const schedules = (state: AxisState): Map<string, Schedule> => state.schedules;

const activeArguments = z.strictObject({
  Token: z.array(z.string()),
  UtcTime: z.string().nullish(),
  LocalTime: z.string().nullish(),
});

export const scheduleOperations: Record<string, Operation> = {
  "axsch:GetScheduleList": listOf("Schedule", schedules),
  "axsch:GetSchedule": getOf("Schedule", schedules),
  "axsch:GetScheduleInfoList": shortListOf("ScheduleInfo", schedules, ({ token, Name, Description }) => ({
    token,
    Name,
    Description,
  })),
  "axsch:SetSchedule": setOf("Schedule", scheduleSchema, schedules, {
    check: ({ ScheduleDefinition, ExceptionScheduleDefinition }) => {
      const why = unreadable(ScheduleDefinition) ?? unreadable(ExceptionScheduleDefinition);
      if (why !== null) throw invalidValue("ter:InvalidScheduleFault", why);
    },
  }),
  "axsch:RemoveSchedule": removeOf(schedules, undefined, (token, state) => {
    for (const { Schedule, AccessPolicy } of state.accessProfiles.values())
      if ([Schedule, ...AccessPolicy.map((policy) => policy.Schedule)].some((named) => named.includes(token)))
        throw inUse("access profile");
    for (const { DoorSchedule } of state.doorSchedules.values())
      if (DoorSchedule.some(({ ScheduledState }) => ScheduledState.some((one) => one.ScheduleToken.includes(token))))
        throw inUse("door schedule configuration");
  }),
  "axsch:ScheduleActive": ({ state, operation }, args) => {
    const { Token, UtcTime, LocalTime } = readArguments(activeArguments, args, operation);
    const schedules = Token.map((token) => state.schedules.get(token) ?? null);
    if (schedules.length === 0) throw invalidArgs("occurrence violation in element Token");
    if (schedules.includes(null)) throw notFound();
    const { active, exception } = statusOfList(
      schedules.filter((one) => one !== null),
      localTime(state, UtcTime ?? "", LocalTime ?? ""),
    );
    return { Active: active, Exception: exception };
  },
  "axsch:ScheduleStatusReport": ({ state }) => {
    const local = localMs(state.timeZone, state.clock.now());
    const Status = [...state.schedules.values()].map((schedule) => {
      const { active, exception } = statusOf(schedule, local);
      return { Token: schedule.token, Active: active, Exception: exception };
    });
    return { Status };
  },
};

/** Schedules hold local times only, so a stated UTC time is moved to the unit's zone unless a local time stands beside it. */
function localTime(state: AxisState, utc: string, local: string): number {
  if (local !== "") return timeOf("LocalTime", local.replace(/(Z|[+-]\d\d:\d\d)$/, ""));
  return localMs(state.timeZone, utc === "" ? state.clock.now() : timeOf("UtcTime", utc.replace(/Z$/, "")));
}

function timeOf(element: string, text: string): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  if (Number.isNaN(time)) throw invalidArgs(`${element} is not a time`);
  return time;
}
