import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { toastDone, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { useDeleteCode } from "../api/dialog-changes.ts";
import type { ListedCode } from "../api/get-weekly-codes.ts";
import { weekName } from "../code-state.ts";
import { weeklyCodesTexts as t } from "../texts/weekly-codes.sv.ts";

export function DeleteCodeDialog({ code, onClose }: { code: ListedCode; onClose: () => void }) {
  const remove = useDeleteCode();

  async function run(): Promise<void> {
    const { pending } = await remove.mutateAsync(code.id);
    const names = pending.map((device) => device.controller_name).join(", ");
    if (names === "") toastDone("weekly-code:delete", t.removed);
    else toastSuccess("weekly-code:delete", t.removedWaits(names), { title: t.removed });
  }

  return (
    <AsyncConfirmDialog
      act={"weekly-code:delete"}
      title={t.remove}
      consequence={t.removeConsequence(weekName(code), code.weekly_code_assignments[0]?.count ?? 0)}
      run={run}
      onClose={onClose}
    >
      {t.removeQuestion}
    </AsyncConfirmDialog>
  );
}
