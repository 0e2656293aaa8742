import type { ListedCalendar } from "#contract/functions/schedules.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { toastDone } from "#web/ui/toasts/toast.tsx";
import { useRemoveCalendar } from "../api/change-schedule.ts";
import { calendarsTexts as t } from "../texts/calendars.sv.ts";

export interface DeleteCalendarDialogProps {
  calendar: ListedCalendar;
  onClose: () => void;
}

export function DeleteCalendarDialog({ calendar: { id, name }, onClose }: DeleteCalendarDialogProps) {
  const remove = useRemoveCalendar();
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
