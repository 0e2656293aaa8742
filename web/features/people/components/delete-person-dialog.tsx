import { useQuery, useQueryClient } from "@tanstack/react-query";
import { formatPlate } from "#contract/format-plate.ts";
import { getControllersNowQueryOptions } from "#web/lib/controllers/controllers-now.ts";
import { words } from "#web/texts/words.sv.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { awaitConfirmation } from "#web/ui/toasts/await-confirmation.ts";
import { type Act, toastFailure } from "#web/ui/toasts/toast.tsx";
import { useChangePeople } from "../api/change-people.ts";
import { useDeleteEndUser } from "../api/delete-end-user.ts";
import { offerUndo } from "../bulk-outcome.tsx";
import { requestsOf } from "../bulk-request.ts";
import { credentialsOf, doorIds, fullName, gateIds, type Person } from "../person.ts";
import { deleteFailure } from "../save-outcome.ts";
import { personDialogTexts } from "../texts/person-dialog.sv.ts";
import { PeopleDifference } from "./people-difference.tsx";
import { StillOpensNote } from "./still-opens-note.tsx";

export function DeletePersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const remove = useDeleteEndUser();
  const restore = useChangePeople();
  const client = useQueryClient();
  const { data: controllers = [] } = useQuery(getControllersNowQueryOptions());

  async function run(): Promise<void> {
    const { pending } = await remove.mutateAsync(person.id);
    const refresh = () => void client.invalidateQueries({ queryKey: ["end-users"] });
    if (pending.length > 0)
      awaitConfirmation({
        act: `${act}/waits`,
        done: personDialogTexts.deletedHere,
        pending,
        name: fullName(person),
        onConfirmed: refresh,
      });
    offerUndo(
      { act, people: [person], repeat: (requests) => restore.mutateAsync(requests), refresh },
      { kind: "restore", requests: requestsOf("restore", [{ id: person.id }]) },
      words.success,
      personDialogTexts.deleted,
    );
  }

  const act: Act = `person:delete ${person.id}`;
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
          <StillOpensNote credentials={person.credentials} kind="delete" controllers={controllers} className="mt-3" />
          <PeopleDifference calls={[{ call: "end-user-manager", body: { action: "DELETE", id: person.id } }]} />
        </>
      }
      run={run}
      act={act}
      onFailure={(error) => toastFailure(act, error, { words: deleteFailure })}
      onClose={onClose}
    >
      {personDialogTexts.deleteQuestion}
    </AsyncConfirmDialog>
  );
}
