import { accessPointsTexts as t } from "#web/features/controllers/texts/access-points.sv.ts";
import { deleteErrorSentence } from "#web/lib/calls/delete-errors.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { toastDone, toastError } from "#web/ui/toasts/toast.tsx";
import { doorTitle } from "../access-point-rules.ts";
import { useDeleteAccessPoint } from "../api/delete-access-point.ts";
import type { Door } from "../api/get-access-points.ts";

export function DeleteDoorDialog({ door, onClose }: { door: Door; onClose: () => void }) {
  const remove = useDeleteAccessPoint();
  const name = doorTitle(door);
  const operation = `delete door ${door.id}`;
  return (
    <AsyncConfirmDialog
      title={t.deleteTitle}
      consequence={door.missing_since === null ? t.deleteReturns(name) : t.deleteMissing(name)}
      run={async () => {
        await remove.mutateAsync(door.id);
        toastDone(t.deleted);
      }}
      operation={operation}
      onFailure={(error) =>
        toastError(deleteErrorSentence(error, { subject: t.thing, object: t.thingInside }), { name: operation })
      }
      onClose={onClose}
    >
      {t.deleteQuestion}
    </AsyncConfirmDialog>
  );
}
