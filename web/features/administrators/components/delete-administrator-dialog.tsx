import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { toastDone, toastError } from "#web/ui/toasts/toast.tsx";
import { deleteErrorSentence } from "../admin-errors.ts";
import { nameAndEmail } from "../administrator.ts";
import { useDeleteAdministrator } from "../api/delete-administrator.ts";
import { administratorsTexts as t } from "../texts/administrators.sv.ts";

export interface DeleteAdministratorDialogProps {
  administrator: AdministratorRow;
  onClose: () => void;
}

export function DeleteAdministratorDialog({ administrator, onClose }: DeleteAdministratorDialogProps) {
  const remove = useDeleteAdministrator();
  const operation = `delete administrator ${administrator.profiles.id}`;
  return (
    <AsyncConfirmDialog
      title={t.deleteTitle}
      consequence={t.deleteConsequence(nameAndEmail(administrator))}
      run={async () => {
        await remove.mutateAsync(administrator.profiles.id);
        toastDone(t.deleted);
      }}
      operation={operation}
      onFailure={(error) => toastError(deleteErrorSentence(error), { name: operation })}
      onClose={onClose}
    >
      {t.deleteQuestion}
    </AsyncConfirmDialog>
  );
}
