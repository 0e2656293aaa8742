import type { AxisUser } from "#contract/functions/axis-proxy.ts";
import { deleteErrorSentence } from "#web/lib/delete-errors.ts";
import { FunctionError } from "#web/lib/errors.ts";
import { controllerUsersTexts as t } from "#web/texts/controller-users.ts";
import { AsyncConfirmDialog } from "#web/ui/async-confirm-dialog.tsx";
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

  return (
    <AsyncConfirmDialog
      title={t.removeTitle}
      consequence={(person.owned ? t.removeOwn : t.removeUnmanaged)(name, controller.name)}
      run={async () => {
        const state = await remove.mutateAsync(person);
        toastSuccess(
          [t.deleted, state === "pending" && `. ${t.removalWaits(controller.name)}`].filter(Boolean).join(""),
        );
      }}
      onFailure={(error) => toastError(refusal(error))}
      onClose={onClose}
    >
      {t.removeQuestion}
    </AsyncConfirmDialog>
  );
}

/** A refusal that names a way out is shown as it is; the rest follow specification section 8. */
function refusal(error: unknown): string {
  if (error instanceof FunctionError && error.code === "conflict") return error.message;
  return deleteErrorSentence(error, { subject: t.thing, object: t.thingInside });
}
