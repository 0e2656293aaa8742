// "Ta bort tvåstegsverifiering?", for an administrator who has lost every second step.
import { useMutation } from "@tanstack/react-query";
import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { administratorsTexts as t } from "#web/texts/administrators.ts";
import { words } from "#web/texts/words.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toastDone, toastFailure } from "#web/ui/toast.tsx";
import { fullName } from "../administrator.ts";
import { removeFactors } from "../api/remove-factors.ts";

export interface RemoveFactorsDialogProps {
  administrator: AdministratorRow;
  onClose: () => void;
}

export function RemoveFactorsDialog({ administrator, onClose }: RemoveFactorsDialogProps) {
  const remove = useMutation({ mutationFn: () => removeFactors(administrator.profiles.id) });

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync();
      toastDone(t.factorsRemoved);
    } catch (error) {
      toastFailure(error);
    }
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen
      title={t.removeFactorsTitle}
      confirmLabel={words.remove}
      busy={remove.isPending}
      busyLabel={words.removing}
      onCancel={onClose}
      onConfirm={() => {
        if (!remove.isPending) void confirm();
      }}
      consequence={t.removeFactorsConsequence(fullName(administrator))}
    >
      {t.removeFactorsQuestion}
    </ConfirmDialog>
  );
}
