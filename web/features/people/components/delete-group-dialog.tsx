import { type AccessGroup, accessGroups } from "#contract/functions/access-groups.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { toastDone } from "#web/ui/toasts/toast.tsx";
import { useGroupChange } from "../api/groups.ts";
import { groupsTexts as t } from "../texts/groups.sv.ts";
import { PeopleDifference } from "./people-difference.tsx";

export interface DeleteGroupDialogProps {
  group: AccessGroup;
  onClose: () => void;
}

/** Asks before a group is removed, with what its people lose. */
export function DeleteGroupDialog({ group, onClose }: DeleteGroupDialogProps) {
  const { id, name, is_default: isDefault } = group;
  const remove = useGroupChange(() => callAction(accessGroups.REMOVE, { id, keep: false }));
  return (
    <AsyncConfirmDialog
      title={t.removeTitle}
      consequence={<PeopleDifference calls={[{ call: "access-groups", body: { action: "REMOVE", id } }]} />}
      act="group:remove"
      run={async () => {
        await remove.mutateAsync(undefined);
        toastDone("group:remove", t.removed);
      }}
      onClose={onClose}
    >
      {group.organization_id === null ? t.removeFromAll(name) : t.removeQuestion(name)}
      {isDefault && ` ${t.removeDefault}`}
    </AsyncConfirmDialog>
  );
}
