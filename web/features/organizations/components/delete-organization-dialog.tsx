import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { type Act, toastDone } from "#web/ui/toasts/toast.tsx";
import { useDeleteOrganization } from "../api/delete-organization.ts";
import { organizationsTexts as t } from "../texts/organizations.sv.ts";

export interface DeleteOrganizationDialogProps {
  organization: { id: string; name: string };
  act: Act;
  onRefused: (error: unknown) => Promise<void>;
  onClose: () => void;
}

export function DeleteOrganizationDialog({ organization, act, onRefused, onClose }: DeleteOrganizationDialogProps) {
  const remove = useDeleteOrganization();
  return (
    <AsyncConfirmDialog
      title={t.deleteTitle}
      consequence={t.deleteConsequence(organization.name)}
      run={async () => {
        await remove.mutateAsync(organization.id);
        toastDone(act, t.deleted);
      }}
      act={act}
      onFailure={onRefused}
      onClose={onClose}
    >
      {t.deleteQuestion}
    </AsyncConfirmDialog>
  );
}
