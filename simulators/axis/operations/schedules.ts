import { z } from "zod";
import { invalidValue } from "../fault.ts";
import { type Schedule, scheduleSchema } from "../objects.ts";
import { getOf, listOf, type Operation, removeOf, setOf, shortListOf } from "../operation.ts";
import { readArguments } from "../read-arguments.ts";
import { unreadable } from "../recurrence.ts";
import { scheduleStatus } from "../schedule-active.ts";
import type { AxisState } from "../state.ts";

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
  "axsch:RemoveSchedule": removeOf(schedules),
  "axsch:ScheduleActive": ({ state, operation }, args) => {
    const { Token, UtcTime } = readArguments(activeArguments, args, operation);
    const at = UtcTime ? Date.parse(UtcTime) : state.clock.now();
    const all = Token.flatMap((token) => state.schedules.get(token) ?? []).map((one) => scheduleStatus(one, at));
    const Exception = all.some((status) => status.exception);
    return { Active: !Exception && all.some((status) => status.active), Exception };
  },
  "axsch:ScheduleStatusReport": ({ state }) => ({
    Status: [...state.schedules.values()].map((schedule) => {
      const { active, exception } = scheduleStatus(schedule, state.clock.now());
      return { Token: schedule.token, Active: active, Exception: exception };
    }),
  }),
};
