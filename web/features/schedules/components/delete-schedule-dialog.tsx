import { useSignedIn } from "#web/lib/session/session.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { toastDone } from "#web/ui/toasts/toast.tsx";
import { useRemoveSchedule } from "../api/change-schedule.ts";
import { schedulesTexts as t } from "../texts/schedules.sv.ts";
import { doorName, type ScheduleRow } from "./schedules-table.tsx";
import { UsedByDialog } from "./used-by-dialog.tsx";

export interface DeleteScheduleDialogProps {
  schedule: ScheduleRow;
  onClose: () => void;
}

export function DeleteScheduleDialog({ schedule: { id, name, doors, groups }, onClose }: DeleteScheduleDialogProps) {
  const remove = useRemoveSchedule();
  const { role } = useSignedIn();
  if (doors.length + groups.length > 0) {
    const groupsPage = role === "system_admin" ? "/system-admin/groups" : "/org-admin/groups";
    return (
      <UsedByDialog
        title={t.removeTitle}
        sentence={doors.length > 0 ? t.inUse(doors.map(doorName).join(", ")) : t.inUseByGroup(groups.join(", "))}
        users={[
          ...doors.map((door) => ({
            key: door.id,
            name: doorName(door),
            lead: { href: `/system-admin/controllers?doors=${door.controller_id}` },
          })),
          ...groups.map((group) => ({ key: `group ${group}`, name: t.group(group), lead: { href: groupsPage } })),
        ]}
        onClose={onClose}
      />
    );
  }
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
