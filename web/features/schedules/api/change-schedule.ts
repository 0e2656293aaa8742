import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SaveCalendar, type SaveSchedule, schedules } from "#contract/functions/schedules.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { SCHEDULES_KEY } from "#web/lib/doors/schedules.ts";

/** Saves a schedule. Its doors wait for their devices then. */
export function useSaveSchedule() {
  return useScheduleChange((schedule: SaveSchedule) => callAction(schedules.SAVE, schedule));
}

/** Removes a schedule. The server refuses while a door has it. */
export function useRemoveSchedule() {
  return useScheduleChange((id: string) => callAction(schedules.REMOVE, { id }));
}

/** Saves a calendar, and so the days of all its schedules. */
export function useSaveCalendar() {
  return useScheduleChange((calendar: SaveCalendar) => callAction(schedules.SAVE_CALENDAR, calendar));
}

/** Removes a calendar. The server refuses while a schedule uses it. */
export function useRemoveCalendar() {
  return useScheduleChange((id: string) => callAction(schedules.REMOVE_CALENDAR, { id }));
}

/** Reads schedules and calendars anew when the save fails, since somebody else may have changed them. */
export function useReadAfterFailure() {
  const client = useQueryClient();
  return async (saved: Promise<void>): Promise<void> => {
    try {
      await saved;
    } catch (error) {
      void client.invalidateQueries({ queryKey: SCHEDULES_KEY });
      throw error;
    }
  };
}

function useScheduleChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: SCHEDULES_KEY }),
        client.invalidateQueries({ queryKey: ["access-points"] }),
      ]),
  });
}
