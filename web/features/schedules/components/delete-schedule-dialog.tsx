import type { ListedSchedule } from "#contract/functions/schedules.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { toastDone } from "#web/ui/toasts/toast.tsx";
import { useRemoveSchedule } from "../api/change-schedule.ts";
import { schedulesTexts as t } from "../texts/schedules.sv.ts";

export interface DeleteScheduleDialogProps {
  schedule: ListedSchedule;
  onClose: () => void;
}

export function DeleteScheduleDialog({ schedule: { id, name }, onClose }: DeleteScheduleDialogProps) {
  const remove = useRemoveSchedule();
  return (
    <AsyncConfirmDialog
      title={t.removeTitle}
      act="schedule:remove"
      run={async () => {
        await remove.mutateAsync(id);
        toastDone("schedule:remove", t.removed);
      }}
      onClose={onClose}
    >
      {t.removeQuestion(name)}
    </AsyncConfirmDialog>
  );
}
