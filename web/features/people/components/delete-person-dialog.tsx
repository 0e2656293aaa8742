import { formatPlate } from "#contract/plate.ts";
import { personDialogTexts } from "#web/texts/person-dialog.ts";
import { AsyncConfirmDialog } from "#web/ui/async-confirm-dialog.tsx";
import { toastError, toastSuccess } from "#web/ui/toast.tsx";
import { useDeleteEndUser } from "../api/delete-end-user.ts";
import { credentialsOf, doorIds, fullName, gateIds, type Person } from "../person.ts";
import { controllerList, deleteFailure, silentControllers } from "../save-outcome.ts";

export function DeletePersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const remove = useDeleteEndUser();

  async function run(): Promise<void> {
    const { pending } = await remove.mutateAsync(person.id);
    if (pending.length === 0) toastSuccess(personDialogTexts.deleted);
    else toastError(personDialogTexts.deletePending(controllerList(pending.map((device) => device.controller_name))));
  }

  const silent = silentControllers(person);
  return (
    <AsyncConfirmDialog
      title={personDialogTexts.deleteTitle}
      consequence={
        <>
          <p className="font-strong">{fullName(person)}</p>
          {credentialsOf(person, "pin").map((pin) => (
            <p key={pin.id}>{personDialogTexts.deletesPin(doorIds(pin).length)}</p>
          ))}
          {credentialsOf(person, "license_plate").map((vehicle) => (
            <p key={vehicle.id}>
              {personDialogTexts.deletesPlate(formatPlate(vehicle.credential_value), gateIds(vehicle).length)}
            </p>
          ))}
          {silent.length > 0 && (
            <p className="mt-2 text-wait-ink">{personDialogTexts.deleteWillWait(controllerList(silent))}</p>
          )}
        </>
      }
      run={run}
      onFailure={(error) => toastError(deleteFailure(error))}
      onClose={onClose}
    >
      {personDialogTexts.deleteQuestion}
    </AsyncConfirmDialog>
  );
}
