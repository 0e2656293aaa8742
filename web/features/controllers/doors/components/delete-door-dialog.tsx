import { accessPointsTexts as t } from "#web/features/controllers/texts/access-points.sv.ts";
import { deleteErrorSentence } from "#web/lib/calls/delete-errors.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { type Act, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { doorTitle } from "../access-point-rules.ts";
import { useDeleteAccessPoint } from "../api/delete-access-point.ts";
import type { Door } from "../api/get-access-points.ts";

export function DeleteDoorDialog({ door, onClose }: { door: Door; onClose: () => void }) {
  const remove = useDeleteAccessPoint();
  const name = doorTitle(door);
  const act: Act = `door:delete ${door.id}`;
  return (
    <AsyncConfirmDialog
      title={t.deleteTitle}
      consequence={door.missing_since === null ? t.deleteReturns(name) : t.deleteMissing(name)}
      run={async () => {
        await remove.mutateAsync(door.id);
        toastDone(act, t.deleted);
      }}
      act={act}
      onFailure={(error) =>
        toastFailure(act, error, {
          words: (reason) => deleteErrorSentence(reason, { subject: t.thing, object: t.thingInside }),
        })
      }
      onClose={onClose}
    >
      {t.deleteQuestion}
    </AsyncConfirmDialog>
  );
}
