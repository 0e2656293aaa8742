import { schedules as contract } from "#contract/functions/schedules.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { listSchedules, removeCalendar, removeSchedule, saveCalendar, saveSchedule } from "./schedules.ts";

export const schedules = defineFunction({
  contract,
  role: "any",
  actions: {
    LIST: action(contract.LIST, listSchedules),
    SAVE: action(contract.SAVE, saveSchedule),
    REMOVE: action(contract.REMOVE, removeSchedule),
    SAVE_CALENDAR: action(contract.SAVE_CALENDAR, saveCalendar),
    REMOVE_CALENDAR: action(contract.REMOVE_CALENDAR, removeCalendar),
  },
});
