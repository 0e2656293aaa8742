import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { toastDone } from "#web/ui/toasts/toast.tsx";
import { nameAndEmail } from "../administrator.ts";
import { removeFactors } from "../api/remove-factors.ts";
import { administratorsTexts as t } from "../texts/administrators.sv.ts";

export interface RemoveFactorsDialogProps {
  administrator: AdministratorRow;
  onClose: () => void;
}

export function RemoveFactorsDialog({ administrator, onClose }: RemoveFactorsDialogProps) {
  return (
    <AsyncConfirmDialog
      act={`administrator:factors ${administrator.profiles.id}`}
      title={t.removeFactorsTitle}
      consequence={t.removeFactorsConsequence(nameAndEmail(administrator))}
      run={async () => {
        await removeFactors(administrator.profiles.id);
        toastDone(`administrator:factors ${administrator.profiles.id}`, t.factorsRemoved);
      }}
      onClose={onClose}
    >
      {t.removeFactorsQuestion}
    </AsyncConfirmDialog>
  );
}
