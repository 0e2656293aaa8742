import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SaveSchedule, schedules } from "#contract/functions/schedules.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { SCHEDULES_KEY } from "#web/lib/doors/schedules.ts";

/** Saves a schedule of the installation. Its doors wait for their devices then. */
export function useSaveSchedule() {
  return useScheduleChange((schedule: Omit<SaveSchedule, "organization_id">) =>
    callAction(schedules.SAVE, { ...schedule, organization_id: null }),
  );
}

/** Removes a schedule. The server refuses while a door has it. */
export function useRemoveSchedule() {
  return useScheduleChange((id: string) => callAction(schedules.REMOVE, { id }));
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
