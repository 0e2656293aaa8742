// Counts the people who have the door first: they lose it in one press, before the question about the door itself.
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { accessPointsTexts as t } from "#web/features/controllers/texts/access-points.sv.ts";
import { deleteErrorSentence } from "#web/lib/calls/delete-errors.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { errorTexts } from "#web/texts/errors.sv.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { type Act, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { doorTitle } from "../access-point-rules.ts";
import { getDoorPeopleQueryOptions } from "../api/count-door-people.ts";
import { useDeleteAccessPoint, useTakeAccessPoint } from "../api/delete-access-point.ts";
import type { Door } from "../api/get-access-points.ts";

interface DeleteDoorDialogProps {
  door: Door;
  onClose: () => void;
}

export function DeleteDoorDialog(props: DeleteDoorDialogProps) {
  const people = useQuery(getDoorPeopleQueryOptions(props.door.id));
  if (people.isPending) return null;
  // When counting fails, the database still refuses.
  if (people.data) return <InTheWay {...props} people={people.data} />;
  return <Question {...props} />;
}

function Question({ door, onClose }: DeleteDoorDialogProps) {
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

/** Takes the door from everybody at once; the question about the door follows. */
function InTheWay({ door, people, onClose }: DeleteDoorDialogProps & { people: number }) {
  const take = useTakeAccessPoint();
  const isTaken = useRef(false);
  const act: Act = `door:take ${door.id}`;
  return (
    <AsyncConfirmDialog
      title={t.deleteTitle}
      consequence={t.takeLoses(formatNumber(people), people === 1)}
      confirmLabel={t.take}
      busyLabel={t.taking}
      run={async () => {
        const taken = (await take.mutateAsync(door.id)).people;
        isTaken.current = true;
        toastDone(act, t.taken(formatNumber(taken), taken === 1, doorTitle(door)));
      }}
      act={act}
      onClose={() => {
        if (!isTaken.current) onClose();
      }}
    >
      {errorTexts.linkedResources(t.thing)}
    </AsyncConfirmDialog>
  );
}
