import { deleteErrorSentence } from "#web/lib/delete-errors.ts";
import { controllersTexts as t } from "#web/texts/controllers.ts";
import { AsyncConfirmDialog } from "#web/ui/async-confirm-dialog.tsx";
import { toastDone, toastError } from "#web/ui/toast.tsx";
import { useDeleteController } from "../api/delete-controller.ts";
import type { ListedController } from "../api/get-controllers.ts";

export function DeleteControllerDialog({ controller, onClose }: { controller: ListedController; onClose: () => void }) {
  const remove = useDeleteController();
  const doors = controller.device_type === "axis" ? (controller.access_points[0]?.count ?? 0) : 0;
  return (
    <AsyncConfirmDialog
      title={t.deleteTitle}
      consequence={t.deleteDoors(controller.name, doors)}
      run={async () => {
        await remove.mutateAsync(controller.id);
        toastDone(t.deleted);
      }}
      onFailure={(error) => toastError(deleteErrorSentence(error, { subject: t.thing, object: t.thingInside }))}
      onClose={onClose}
    >
      {t.deleteQuestion}
    </AsyncConfirmDialog>
  );
}
