// Counts first what keeps the controller from being deleted, and links to each obstacle. Without obstacles, a question comes before the
// removal.
import { useQuery } from "@tanstack/react-query";
import { DEVICE_KINDS } from "#contract/devices.ts";
import { deleteErrorSentence } from "#web/lib/calls/delete-errors.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { errorTexts } from "#web/texts/errors.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { type Act, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { useDeleteController } from "../api/delete-controller.ts";
import { getControllerSyncsQueryOptions } from "../api/get-controller-syncs.ts";
import type { ListedController } from "../api/get-controllers.ts";
import { getLinkedQueryOptions, type LinkedToController } from "../api/get-linked.ts";
import { answeredLast } from "../controller-sync-state.ts";
import { controllerDeleteTexts as t } from "../texts/controller-delete.sv.ts";
import { controllersTexts } from "../texts/controllers.sv.ts";
import type { ControllerActions } from "../use-controller-actions.ts";
import { TakenFromAll } from "./taken-from-all.tsx";

export interface DeleteControllerDialogProps {
  controller: ListedController;
  actions: Pick<ControllerActions, "open" | "deleted" | "shared" | "showWeeklyCodes">;
  onClose: () => void;
}

export function DeleteControllerDialog(props: DeleteControllerDialogProps) {
  const linked = useQuery(getLinkedQueryOptions(props.controller.id));
  if (linked.isPending) return null;
  // When counting fails, the database still refuses.
  if (linked.data && isInTheWay(linked.data)) return <InTheWay {...props} linked={linked.data} />;
  return <Question {...props} isCounted={linked.data !== undefined} onRefused={linked.refetch} />;
}

function Question({
  controller,
  actions,
  onClose,
  isCounted,
  onRefused,
}: DeleteControllerDialogProps & { isCounted: boolean; onRefused: () => unknown }) {
  const remove = useDeleteController();
  const doors = DEVICE_KINDS[controller.device_type] === "door" ? (controller.access_points[0]?.count ?? 0) : 0;
  const act: Act = `controller:delete ${controller.id}`;
  return (
    <AsyncConfirmDialog
      title={t.deleteTitle}
      consequence={[t.deleteDoors(controller.name, doors), isCounted && t.nobodyLoses].filter(Boolean).join(" ")}
      run={async () => {
        await remove.mutateAsync(controller.id);
        toastDone(act, t.deleted);
        actions.deleted(controller.id);
      }}
      act={act}
      onFailure={(error) => {
        toastFailure(act, error, {
          words: (reason) => deleteErrorSentence(reason, { subject: t.thing, object: t.thingInside }),
        });
        onRefused();
      }}
      onClose={onClose}
    >
      {t.deleteQuestion}
    </AsyncConfirmDialog>
  );
}

const isInTheWay = ({ people, groups, weeklyCodes, ownUsers, heldDoors, removals }: LinkedToController) =>
  people + groups + weeklyCodes + ownUsers + heldDoors + removals > 0;

type InTheWayProps = DeleteControllerDialogProps & { linked: LinkedToController };

function InTheWay({ controller, actions, onClose, linked }: InTheWayProps) {
  const { data: syncs } = useQuery(getControllerSyncsQueryOptions());
  const isDoor = DEVICE_KINDS[controller.device_type] === "door";
  const mayBeGone = isDoor && syncs !== undefined && !answeredLast(controller, syncs.get(controller.id));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={t.deleteTitle}
      subtitle={controller.name}
      footer={(close) => (
        <DialogFoot>
          <Button onPress={close} autoFocus>
            {words.close}
          </Button>
        </DialogFoot>
      )}
    >
      <p className="text-body text-ink">{errorTexts.linkedResources(t.thing)}</p>
      <ul className="mt-3.5 divide-y divide-line-soft rounded-card border border-line">
        {thingsOf({ controller, actions, onClose, linked }).map(({ key, count, text, lead }) => (
          <li
            key={key}
            className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2 text-small text-ink"
          >
            <span className="min-w-0 flex-1 basis-44">{text(formatNumber(count), count === 1)}</span>
            {lead}
          </li>
        ))}
      </ul>
      {mayBeGone && (
        <MayBeGone
          onRetire={() => {
            onClose();
            actions.shared.askRetire({ controller_id: controller.id, name: controller.name });
          }}
        />
      )}
    </Dialog>
  );
}

/** Returns the linked things with their number and the place where each is removed. */
function thingsOf({ controller, actions, onClose, linked }: InTheWayProps) {
  const showUsers = (
    <Button size="sm" onPress={() => actions.open({ dialog: "users", controller })}>
      {t.showUsers}
    </Button>
  );
  const showCodes = (
    <Button
      size="sm"
      onPress={() => {
        onClose();
        actions.showWeeklyCodes();
      }}
    >
      {t.showWeeklyCodes}
    </Button>
  );
  return [
    {
      key: "people",
      count: linked.people > 0 ? linked.people : linked.groups,
      text: linked.people > 0 ? t.linkedPeople : t.linkedGroups,
      lead: <TakenFromAll controllerId={controller.id} linked={linked} />,
    },
    { key: "own", count: linked.ownUsers, text: t.linkedOwnUsers, lead: showUsers },
    { key: "weeks", count: linked.weeklyCodes, text: t.linkedWeeklyCodes, lead: showCodes },
    {
      key: "held",
      count: linked.heldDoors,
      text: t.linkedHeldDoors,
      lead: (
        <ButtonLink size="sm" href={`/system-admin/doors?controller=${controller.id}`}>
          {t.showDoors}
        </ButtonLink>
      ),
    },
    {
      key: "removals",
      count: linked.removals,
      text: t.linkedRemovals,
      lead: (
        <ButtonLink size="sm" href="/system-admin/sync">
          {controllersTexts.showSync}
        </ButtonLink>
      ),
    },
  ].filter((thing) => thing.count > 0);
}

/** Offers RETIRE, because a device that stopped answering may be out of use for good. */
function MayBeGone({ onRetire }: { onRetire: () => void }) {
  return (
    <div className="mt-3.5 text-small text-ink-2">
      <p>{t.deviceGone}</p>
      <Button size="sm" className="mt-2" onPress={onRetire}>
        {t.retire}
      </Button>
    </div>
  );
}
