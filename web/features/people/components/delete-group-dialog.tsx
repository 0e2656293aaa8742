import { useQuery } from "@tanstack/react-query";
import { type AccessGroup, accessGroups } from "#contract/functions/access-groups.ts";
import { accessPreview } from "#contract/functions/access-preview.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { previewTexts } from "#web/texts/preview.sv.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { AccessDifference } from "#web/ui/preview/access-difference.tsx";
import { toastDone } from "#web/ui/toasts/toast.tsx";
import { GROUPS_KEY, useGroupChange } from "../api/groups.ts";
import { groupsTexts as t } from "../texts/groups.sv.ts";

export interface DeleteGroupDialogProps {
  group: AccessGroup;
  onClose: () => void;
}

/** Asks before a group is removed, with what its people lose. */
export function DeleteGroupDialog({ group, onClose }: DeleteGroupDialogProps) {
  const { id, name } = group;
  const loss = useQuery({
    queryKey: [...GROUPS_KEY, "loss", id],
    gcTime: 0,
    queryFn: ({ signal }) =>
      callAction(accessPreview, { call: "access-groups", body: { action: "REMOVE", id } }, { signal }),
  });
  const remove = useGroupChange(() => callAction(accessGroups.REMOVE, { id, keep: false }));
  return (
    <AsyncConfirmDialog
      title={t.removeTitle}
      consequence={
        <div role="status">
          {loss.isPending && <p className="text-ink-2">{previewTexts.counting}</p>}
          {loss.isError && <p className="text-fail-ink">{loss.error.message}</p>}
          {loss.data && <AccessDifference preview={loss.data} />}
        </div>
      }
      act="group:remove"
      run={async () => {
        await remove.mutateAsync(undefined);
        toastDone("group:remove", t.removed);
      }}
      onClose={onClose}
    >
      {t.removeQuestion(name)}
    </AsyncConfirmDialog>
  );
}
