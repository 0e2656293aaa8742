import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { toastDone } from "#web/ui/toasts/toast.tsx";
import { useRemoveCalendar } from "../api/change-schedule.ts";
import { calendarsTexts as t } from "../texts/calendars.sv.ts";
import type { CalendarRow } from "./calendars-table.tsx";
import type { ScheduleRow } from "./schedules-table.tsx";
import { UsedByDialog } from "./used-by-dialog.tsx";

export interface DeleteCalendarDialogProps {
  calendar: CalendarRow;
  /** Schedules that use it. */
  users: readonly ScheduleRow[];
  onShow: (schedule: ScheduleRow) => void;
  onClose: () => void;
}

export function DeleteCalendarDialog({ calendar: { id, name }, users, onShow, onClose }: DeleteCalendarDialogProps) {
  const remove = useRemoveCalendar();
  if (users.length > 0)
    return (
      <UsedByDialog
        title={t.removeTitle}
        sentence={t.inUse(users.map((schedule) => schedule.name).join(", "))}
        users={users.map((schedule) => ({
          key: schedule.id,
          name: schedule.name,
          lead: { act: () => onShow(schedule) },
        }))}
        onClose={onClose}
      />
    );
  return (
    <AsyncConfirmDialog
      title={t.removeTitle}
      act="calendar:remove"
      run={async () => {
        await remove.mutateAsync(id);
        toastDone("calendar:remove", t.removed);
      }}
      onClose={onClose}
    >
      {t.removeQuestion(name)}
    </AsyncConfirmDialog>
  );
}
