// Counts first the people and groups that have the door: they lose it in one press, before the question about the door itself. A door that
// is held unlocked leads to its lock.
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { accessPointsTexts as t } from "#web/features/controllers/texts/access-points.sv.ts";
import { deleteErrorSentence } from "#web/lib/calls/delete-errors.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { errorTexts } from "#web/texts/errors.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
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
  const linked = useQuery(getDoorPeopleQueryOptions(props.door.id));
  if (linked.isPending) return null;
  // When counting fails, the database still refuses.
  if (linked.data?.isHeld) return <Held {...props} />;
  if (linked.data && linked.data.people + linked.data.groups > 0) return <InTheWay {...props} {...linked.data} />;
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

function Held({ door, onClose }: DeleteDoorDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={t.deleteTitle}
      subtitle={doorTitle(door)}
      footer={(close) => (
        <DialogFoot>
          <Button onPress={close} autoFocus>
            {words.close}
          </Button>
          <ButtonLink variant="primary" href={`/system-admin/doors?controller=${door.controller_id}`}>
            {t.showDoors}
          </ButtonLink>
        </DialogFoot>
      )}
    >
      <p className="text-body text-ink">{t.heldUnlocked}</p>
    </Dialog>
  );
}

/** Takes the door from everybody at once; the question about the door follows. */
function InTheWay({ door, people, groups, onClose }: DeleteDoorDialogProps & { people: number; groups: number }) {
  const take = useTakeAccessPoint();
  const isTaken = useRef(false);
  const act: Act = `door:take ${door.id}`;
  return (
    <AsyncConfirmDialog
      title={t.deleteTitle}
      consequence={
        people > 0
          ? t.takeLoses(formatNumber(people), people === 1)
          : t.takeFromGroups(formatNumber(groups), groups === 1)
      }
      confirmLabel={t.take}
      busyLabel={t.taking}
      run={async () => {
        const taken = (await take.mutateAsync(door.id)).people;
        isTaken.current = true;
        toastDone(act, taken > 0 ? t.taken(formatNumber(taken), taken === 1, doorTitle(door)) : t.takenFromGroups);
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
