import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { toastDone } from "#web/ui/toasts/toast.tsx";
import { useDeleteOrganization } from "../api/delete-organization.ts";
import { organizationsTexts as t } from "../texts/organizations.sv.ts";

export interface DeleteOrganizationDialogProps {
  organization: { id: string; name: string };
  operation: string;
  onRefused: (error: unknown) => Promise<void>;
  onClose: () => void;
}

export function DeleteOrganizationDialog({
  organization,
  operation,
  onRefused,
  onClose,
}: DeleteOrganizationDialogProps) {
  const remove = useDeleteOrganization();
  return (
    <AsyncConfirmDialog
      title={t.deleteTitle}
      consequence={t.deleteConsequence(organization.name)}
      run={async () => {
        await remove.mutateAsync(organization.id);
        toastDone(t.deleted);
      }}
      operation={operation}
      onFailure={onRefused}
      onClose={onClose}
    >
      {t.deleteQuestion}
    </AsyncConfirmDialog>
  );
}
