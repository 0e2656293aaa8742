import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { type Act, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
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
  const act: Act = `administrator:delete ${administrator.profiles.id}`;
  return (
    <AsyncConfirmDialog
      title={t.deleteTitle}
      consequence={t.deleteConsequence(nameAndEmail(administrator))}
      run={async () => {
        await remove.mutateAsync(administrator.profiles.id);
        toastDone(act, t.deleted);
      }}
      act={act}
      onFailure={(error) => toastFailure(act, error, { words: deleteErrorSentence })}
      onClose={onClose}
    >
      {t.deleteQuestion}
    </AsyncConfirmDialog>
  );
}
