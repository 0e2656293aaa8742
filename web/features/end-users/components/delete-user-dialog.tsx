import { formatPlate } from "#contract/plate.ts";
import { userDialogTexts } from "#web/texts/user-dialog.ts";
import { words } from "#web/texts/words.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toastError, toastSuccess } from "#web/ui/toast.tsx";
import { useDeleteEndUser } from "../api/delete-end-user.ts";
import { controllerList, deleteFailure, silentControllers } from "../outcome.ts";
import { credentialsOf, doorIds, fullName, gateIds, type Person } from "../person.ts";

/** "Ta bort användare": the specified question, then what follows on which doors and gates. */
export function DeleteUserDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const remove = useDeleteEndUser();

  async function confirm(): Promise<void> {
    try {
      const { pending } = await remove.mutateAsync(person.id);
      if (pending.length === 0) toastSuccess(userDialogTexts.deleted);
      else toastError(userDialogTexts.deletePending(controllerList(pending.map((device) => device.controller_name))));
    } catch (error) {
      toastError(deleteFailure(error));
    }
    onClose();
  }

  const silent = silentControllers(person);
  return (
    <ConfirmDialog
      isOpen
      title={userDialogTexts.deleteTitle}
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
            <p key={pin.id}>{userDialogTexts.deletesPin(doorIds(pin).length)}</p>
          ))}
          {credentialsOf(person, "license_plate").map((vehicle) => (
            <p key={vehicle.id}>
              {userDialogTexts.deletesPlate(formatPlate(vehicle.credential_value), gateIds(vehicle).length)}
            </p>
          ))}
          {silent.length > 0 && (
            <p className="mt-2 text-wait-ink">{userDialogTexts.deleteWillWait(controllerList(silent))}</p>
          )}
        </>
      }
    >
      {userDialogTexts.deleteQuestion}
    </ConfirmDialog>
  );
}
