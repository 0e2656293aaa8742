import type { AxisUser } from "#contract/functions/axis-proxy.ts";
import { deleteErrorSentence } from "#web/lib/delete-errors.ts";
import { FunctionError } from "#web/lib/errors.ts";
import { controllerUsersTexts as t } from "#web/texts/controller-users.ts";
import { words } from "#web/texts/words.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toastError, toastSuccess } from "#web/ui/toast.tsx";
import { useDeleteControllerUser } from "../api/save-controller-user.ts";
import { personName } from "../device-person.ts";

export interface DeleteControllerUserDialogProps {
  controller: { id: string; name: string };
  person: AxisUser;
  onClose: () => void;
}

export function DeleteControllerUserDialog({ controller, person, onClose }: DeleteControllerUserDialogProps) {
  const remove = useDeleteControllerUser(controller.id);
  const name = personName(person);

  async function confirm(): Promise<void> {
    try {
      const state = await remove.mutateAsync(person);
      toastSuccess([t.deleted, state === "pending" && `. ${t.removalWaits(controller.name)}`].filter(Boolean).join(""));
    } catch (error) {
      toastError(refusal(error));
    }
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen
      title={t.removeTitle}
      consequence={(person.owned ? t.removeOwn : t.removeStranger)(name, controller.name)}
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

/** A refusal that says what to do instead is shown as it is; the rest in the words of specification section 8. */
function refusal(error: unknown): string {
  if (error instanceof FunctionError && error.code === "conflict") return error.message;
  return deleteErrorSentence(error, { subject: t.thing, object: t.thingInside });
}
