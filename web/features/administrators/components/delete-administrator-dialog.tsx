// "Ta bort administratör".
import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { administratorsTexts as t } from "#web/texts/administrators.ts";
import { words } from "#web/texts/words.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toastDone, toastError } from "#web/ui/toast.tsx";
import { deleteErrorSentence } from "../admin-errors.ts";
import { fullName } from "../administrator.ts";
import { useDeleteAdministrator } from "../api/delete-administrator.ts";

export interface DeleteAdministratorDialogProps {
  administrator: AdministratorRow;
  onClose: () => void;
}

export function DeleteAdministratorDialog({ administrator, onClose }: DeleteAdministratorDialogProps) {
  const remove = useDeleteAdministrator();

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(administrator.profiles.id);
      toastDone(t.deleted);
    } catch (error) {
      toastError(deleteErrorSentence(error));
    }
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen
      title={t.deleteTitle}
      confirmLabel={words.remove}
      busy={remove.isPending}
      busyLabel={words.removing}
      onCancel={onClose}
      onConfirm={() => {
        if (!remove.isPending) void confirm();
      }}
      consequence={t.deleteConsequence(fullName(administrator))}
    >
      {t.deleteQuestion}
    </ConfirmDialog>
  );
}
