import { formatPlate } from "#contract/plate.ts";
import { personDialogTexts } from "#web/texts/person-dialog.ts";
import { words } from "#web/texts/words.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toastError, toastSuccess } from "#web/ui/toast.tsx";
import { useDeleteEndUser } from "../api/delete-end-user.ts";
import { credentialsOf, doorIds, fullName, gateIds, type Person } from "../person.ts";
import { controllerList, deleteFailure, silentControllers } from "../save-outcome.ts";

/** "Ta bort användare": the specified question, then what follows on which doors and gates. */
export function DeletePersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const remove = useDeleteEndUser();

  async function confirm(): Promise<void> {
    try {
      const { pending } = await remove.mutateAsync(person.id);
      if (pending.length === 0) toastSuccess(personDialogTexts.deleted);
      else toastError(personDialogTexts.deletePending(controllerList(pending.map((device) => device.controller_name))));
    } catch (error) {
      toastError(deleteFailure(error));
    }
    onClose();
  }

  const silent = silentControllers(person);
  return (
    <ConfirmDialog
      isOpen
      title={personDialogTexts.deleteTitle}
      confirmLabel={words.remove}
      busy={remove.isPending}
      busyLabel={words.removing}
      onCancel={onClose}
      onConfirm={() => {
        if (!remove.isPending) void confirm();
      }}
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
    >
      {personDialogTexts.deleteQuestion}
    </ConfirmDialog>
  );
}
