import { useQuery } from "@tanstack/react-query";
import { DoorClosed, KeyRound, Pencil, RefreshCw, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { pinAloneTexts, accessPointsTexts as t } from "#web/features/controllers/texts/access-points.sv.ts";
import { getControllersNowQueryOptions } from "#web/lib/controllers/controllers-now.ts";
import { heldUp } from "#web/lib/controllers/held-up.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Form, usePortalForm } from "#web/ui/forms/form.tsx";
import { FormFoot } from "#web/ui/forms/form-foot.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import type { RowAction } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { accessPointRules, type DoorValues, doorInput, doorTitle, NO_DOOR } from "../access-point-rules.ts";
import { countDoorPeople } from "../api/count-door-people.ts";
import { type Door, getAccessPointsQueryOptions } from "../api/get-access-points.ts";
import { useSyncAccessPoints, useSyncedNow } from "../api/sync-access-points.ts";
import { type DoorChange, useUpdateAccessPoint } from "../api/update-access-point.ts";
import { offersPinAlone } from "../pin-alone.ts";
import { accessPointColumns } from "./access-point-columns.tsx";
import { DeleteDoorDialog } from "./delete-door-dialog.tsx";
import { DisableQuestion, type DoorQuestion } from "./disable-question.tsx";
import { type DoorEdit, DoorEditContext } from "./door-edit.ts";
import { DoorEnabledField, DoorTextField } from "./door-fields.tsx";
import { PinAloneQuestion } from "./pin-alone-question.tsx";

export interface AccessPointsDialogProps {
  controller: { id: string; name: string };
  onClose: () => void;
}

export function AccessPointsDialog({ controller, onClose }: AccessPointsDialogProps) {
  const phone = useIsPhone();
  const doors = useQuery(getAccessPointsQueryOptions(controller.id));
  const { data: units = [] } = useQuery(getControllersNowQueryOptions());
  const update = useUpdateAccessPoint(controller.id);
  const sync = useSyncAccessPoints();
  const isSyncing = useSyncedNow().includes(controller.id);
  const form = usePortalForm(accessPointRules, NO_DOOR);
  const { isDirty, isSubmitting } = form.formState;
  const [editing, setEditing] = useState<Door | null>(null);
  const [lastEdited, setLastEdited] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Door | null>(null);
  const [asked, setAsked] = useState<Door | null>(null);
  const [question, setQuestion] = useState<DoorQuestion | null>(null);

  function stopEditing(): void {
    setLastEdited(editing?.id ?? null);
    setEditing(null);
    form.reset(NO_DOOR);
  }

  /** Asks when somebody would lose the door; returns true when the change may go on. */
  async function mayChange(door: Door, next: DoorChange): Promise<boolean> {
    if (!door.enabled || next.enabled !== false) return true;
    const people = await countDoorPeople(door.id);
    if (people === 0) return true;
    return new Promise((resolve) => {
      setQuestion({
        door,
        people,
        answer: (yes) => {
          setQuestion(null);
          resolve(yes);
        },
      });
    });
  }

  async function change(door: Door, next: DoorChange): Promise<boolean> {
    try {
      if (!(await mayChange(door, next))) return false;
      await update.mutateAsync({ id: door.id, change: next });
      return true;
    } catch (error) {
      toastFailure(error);
      return false;
    }
  }

  async function save(values: DoorValues): Promise<void> {
    if (!editing || !(await change(editing, values))) return;
    toastDone(t.saved);
    stopEditing();
  }

  const context: DoorEdit = {
    editing,
    lastEdited,
    form,
    edit: (door) => {
      setLastEdited(null);
      form.reset(doorInput(door));
      setEditing(door);
    },
    cancel: stopEditing,
    remove: setRemoving,
    setEnabled: (door, enabled) => void change(door, { enabled }),
    askPinAlone: setAsked,
  };
  const syncNow = () => {
    if (!isSyncing) sync.mutate(controller);
  };
  const syncButton = (
    <Button icon={RefreshCw} busy={isSyncing} busyLabel={t.syncing} onPress={syncNow}>
      {t.sync}
    </Button>
  );
  const rows = doors.data;
  const alone = phone && editing !== null;

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={alone ? t.editing(doorTitle(editing)) : t.title}
      subtitle={controller.name}
      size="table"
      flush={!alone}
      dirty={editing !== null && isDirty}
      footer={(close) =>
        alone ? (
          <FormFoot formId="door-edit" onCancel={stopEditing} busy={isSubmitting} dirty={isDirty}>
            {words.save}
          </FormFoot>
        ) : (
          <DialogFoot
            note={rows && rows.length > 0 ? t.count(rows.length, rows.filter((door) => door.enabled).length) : null}
          >
            {rows && rows.length > 0 && syncButton}
            <Button onPress={close}>{words.close}</Button>
          </DialogFoot>
        )
      }
    >
      <DoorEditContext value={context}>
        {doors.isError && (
          <div className="p-4">
            <RetryNote role="alert" onRetry={doors.refetch}>
              {t.loadFailed} {doors.error.message}
            </RetryNote>
          </div>
        )}
        {!(doors.isError && !rows) && (
          <CancelsByEscape active={editing !== null} onCancel={stopEditing}>
            <Form form={form} id="door-edit" onSubmit={save} className="flex flex-col gap-4">
              {alone ? (
                <>
                  <DoorTextField name="door_name" autoFocus />
                  <DoorTextField name="name" />
                  <DoorTextField name="description" />
                  <DoorEnabledField />
                </>
              ) : (
                <DataTable
                  bare
                  navigable
                  label={t.title}
                  columns={accessPointColumns}
                  rows={rows}
                  rowId={(door) => door.id}
                  rowName={doorTitle}
                  rowActions={phone ? (door) => phoneActions(door, context) : undefined}
                  rowClass={(door) => (door.id === editing?.id ? "bg-accent-soft align-top" : undefined)}
                  empty={<EmptyState icon={DoorClosed} title={t.emptyTitle} action={syncButton} />}
                />
              )}
            </Form>
          </CancelsByEscape>
        )}
      </DoorEditContext>
      {removing && <DeleteDoorDialog door={removing} onClose={() => setRemoving(null)} />}
      {asked && (
        <PinAloneQuestion
          door={asked}
          controller={controller.name}
          save={async (pinAlone) => {
            await update.mutateAsync({ id: asked.id, change: { pin_alone: pinAlone } });
            toastDone(t.saved);
          }}
          sync={syncNow}
          onClose={() => setAsked(null)}
        />
      )}
      {question && <DisableQuestion {...question} away={heldUp(controller.id, units)} />}
    </Dialog>
  );
}

function phoneActions(door: Door, { edit, remove, askPinAlone }: DoorEdit): RowAction[] {
  const label = door.pin_alone ? pinAloneTexts.stopAction : pinAloneTexts.action;
  const pinAlone = { id: "pin-alone", label, icon: KeyRound, onAction: () => askPinAlone(door), quick: true };
  return [
    { id: "edit", label: words.edit, icon: Pencil, onAction: () => edit(door), quick: true },
    ...(offersPinAlone(door) ? [pinAlone] : []),
    { id: "delete", label: words.remove, icon: Trash2, onAction: () => remove(door), quick: true, tone: "danger" },
  ];
}

/** Makes Escape leave the edited row before the dialog. */
function CancelsByEscape(props: { active: boolean; onCancel: () => void; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens for what its fields let through
    <div
      onKeyDown={(event) => {
        if (!props.active || event.key !== "Escape") return;
        event.stopPropagation();
        props.onCancel();
      }}
    >
      {props.children}
    </div>
  );
}
