import { deleteErrorSentence } from "#web/lib/delete-errors.ts";
import { controllersTexts as t } from "#web/texts/controllers.ts";
import { words } from "#web/texts/words.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toastDone, toastError } from "#web/ui/toast.tsx";
import { useDeleteController } from "../api/delete-controller.ts";
import type { ListedController } from "../api/get-controllers.ts";

/** Asks, deletes, and tells what stands in the way (specification section 8). */
export function DeleteControllerDialog({ controller, onClose }: { controller: ListedController; onClose: () => void }) {
  const remove = useDeleteController();

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(controller.id);
      toastDone(t.deleted);
    } catch (error) {
      toastError(deleteErrorSentence(error, { subject: t.thing, object: t.thingInside }));
    }
    onClose();
  }

  const doors = controller.device_type === "axis" ? (controller.access_points[0]?.count ?? 0) : 0;
  return (
    <ConfirmDialog
      isOpen
      title={t.deleteTitle}
      consequence={t.deleteDoors(controller.name, doors)}
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
