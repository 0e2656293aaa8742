import { weeklyCodesTexts as t } from "#web/texts/weekly-codes.ts";
import { words } from "#web/texts/words.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toastDone, toastFailure, toastSuccess } from "#web/ui/toast.tsx";
import { useDeleteCode } from "../api/change-weekly-codes.ts";
import type { ListedCode } from "../api/get-weekly-codes.ts";
import { weekName } from "../code-state.ts";

export function DeleteCodeDialog({ code, onClose }: { code: ListedCode; onClose: () => void }) {
  const remove = useDeleteCode();

  async function confirm(): Promise<void> {
    try {
      const { pending } = await remove.mutateAsync(code.id);
      const names = pending.map((device) => device.controller_name).join(", ");
      if (names === "") toastDone(t.removed);
      else toastSuccess(t.removedWaits(names), { title: t.removed });
    } catch (error) {
      toastFailure(error);
    }
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen
      title={t.remove}
      consequence={t.removeConsequence(weekName(code), code.weekly_code_assignments[0]?.count ?? 0)}
      confirmLabel={words.remove}
      busy={remove.isPending}
      busyLabel={words.removing}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      {t.removeQuestion}
    </ConfirmDialog>
  );
}
