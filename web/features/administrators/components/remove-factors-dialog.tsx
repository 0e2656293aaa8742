// "Ta bort tvåstegsverifiering?", for an administrator who has lost every second step.
import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { administratorsTexts as t } from "../../../texts/administrators.ts";
import { words } from "../../../texts/words.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { toastDone } from "../../../ui/toast.tsx";
import { fullName } from "../administrator.ts";
import { removeFactors } from "../api/remove-factors.ts";

/** Runs an act that the server allows for five minutes after a proof, and tells what went wrong with it. */
export type WithProof = (act: () => Promise<void>) => void;

export interface RemoveFactorsDialogProps {
  administrator: AdministratorRow;
  withProof: WithProof;
  onClose: () => void;
}

/** The question first: whoever confirms it is then asked who they are, unless they said so lately. */
export function RemoveFactorsDialog({ administrator, withProof, onClose }: RemoveFactorsDialogProps) {
  function confirm(): void {
    onClose();
    withProof(async () => {
      await removeFactors(administrator.profiles.id);
      toastDone(t.factorsRemoved);
    });
  }

  return (
    <ConfirmDialog
      isOpen
      title={t.removeFactorsTitle}
      confirmLabel={words.remove}
      onCancel={onClose}
      onConfirm={confirm}
      consequence={t.removeFactorsConsequence(fullName(administrator))}
    >
      {t.removeFactorsQuestion}
    </ConfirmDialog>
  );
}
