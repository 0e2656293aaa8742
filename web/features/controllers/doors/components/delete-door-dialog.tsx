import { deleteErrorSentence } from "#web/lib/delete-errors.ts";
import { accessPointsTexts as t } from "#web/texts/access-points.ts";
import { words } from "#web/texts/words.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toastDone, toastError } from "#web/ui/toast.tsx";
import { doorTitle } from "../access-point-rules.ts";
import { useDeleteAccessPoint } from "../api/delete-access-point.ts";
import type { Door } from "../api/get-access-points.ts";

export function DeleteDoorDialog({ door, onClose }: { door: Door; onClose: () => void }) {
  const remove = useDeleteAccessPoint();
  const name = doorTitle(door);

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(door.id);
      toastDone(t.deleted);
    } catch (error) {
      toastError(deleteErrorSentence(error, { subject: t.thing, object: t.thingInside }));
    }
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen
      title={t.deleteTitle}
      consequence={door.missing_since === null ? t.deleteReturns(name) : t.deleteMissing(name)}
      confirmLabel={words.remove}
      busy={remove.isPending}
      busyLabel={words.removing}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      {t.deleteQuestion}
    </ConfirmDialog>
  );
}
