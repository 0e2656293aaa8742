import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { AxisUser } from "#contract/functions/axis-proxy.ts";
import { controllerUsersTexts as t } from "#web/features/controllers/texts/controller-users.sv.ts";
import { personDialogTexts } from "#web/features/people/texts/person-dialog.sv.ts";
import { deleteErrorSentence } from "#web/lib/calls/delete-errors.ts";
import { FunctionError } from "#web/lib/calls/errors.ts";
import { getControllersNowQueryOptions } from "#web/lib/controllers/controllers-now.ts";
import { heldUp } from "#web/lib/controllers/held-up.ts";
import { HeldUpNote } from "#web/ui/credentials/held-up-note.tsx";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { awaitConfirmation } from "#web/ui/toasts/await-confirmation.ts";
import { type Act, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { controllerUsersKey } from "../api/get-controller-users.ts";
import { useDeleteControllerUser } from "../api/save-controller-user.ts";
import { personKey, personName } from "../device-person.ts";

export interface DeleteControllerUserDialogProps {
  controller: { id: string; name: string };
  person: AxisUser;
  onClose: () => void;
}

export function DeleteControllerUserDialog({ controller, person, onClose }: DeleteControllerUserDialogProps) {
  const remove = useDeleteControllerUser(controller.id);
  const name = personName(person);
  const act: Act = `user:delete ${controller.id} ${personKey(person)}`;
  const client = useQueryClient();
  const { data: controllers = [] } = useQuery(getControllersNowQueryOptions());
  const away = person.credentialToken === null ? null : heldUp(controller.id, controllers);

  async function run(): Promise<void> {
    const pending = await remove.mutateAsync(person);
    if (pending.length === 0) toastSuccess(act, t.deleted);
    else
      awaitConfirmation({
        act,
        done: personDialogTexts.deletedHere,
        pending,
        name,
        onConfirmed: () => void client.invalidateQueries({ queryKey: controllerUsersKey(controller.id) }),
      });
  }

  return (
    <AsyncConfirmDialog
      title={t.removeTitle}
      consequence={
        <>
          <p>{(person.owned ? t.removeOwn : t.removeUnmanaged)(name, controller.name)}</p>
          {away && (
            <HeldUpNote units={[away]} className="mt-3">
              {personDialogTexts.deleteWillWait(controller.name)}
            </HeldUpNote>
          )}
        </>
      }
      run={run}
      act={act}
      onFailure={(error) => toastFailure(act, error, { words: refusal })}
      onClose={onClose}
    >
      {t.removeQuestion}
    </AsyncConfirmDialog>
  );
}

/** Returns the sentence. A refusal that names a way out is shown unchanged; others follow docs/requirements.md, section 8. */
function refusal(error: unknown): string {
  if (error instanceof FunctionError && error.code === "conflict") return error.message;
  return deleteErrorSentence(error, { subject: t.thing, object: t.thingInside });
}
