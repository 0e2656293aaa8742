import { useQuery } from "@tanstack/react-query";
import { CalendarClock, DoorClosed, KeyRound, Pencil, RefreshCw, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { pinAloneTexts, accessPointsTexts as t } from "#web/features/controllers/texts/access-points.sv.ts";
import { doorHoursTexts } from "#web/features/controllers/texts/door-hours.sv.ts";
import { getControllersNowQueryOptions } from "#web/lib/controllers/controllers-now.ts";
import { heldUp } from "#web/lib/controllers/held-up.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Form } from "#web/ui/forms/form.tsx";
import { FormFoot } from "#web/ui/forms/form-foot.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import type { RowAction } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { doorTitle } from "../access-point-rules.ts";
import { type Door, getAccessPointsQueryOptions } from "../api/get-access-points.ts";
import { useSyncAccessPoints, useSyncedNow } from "../api/sync-access-points.ts";
import { offersPinAlone } from "../pin-alone.ts";
import { useDoorEditing } from "../use-door-editing.ts";
import { accessPointColumns } from "./access-point-columns.tsx";
import { DeleteDoorDialog } from "./delete-door-dialog.tsx";
import { DisableQuestion } from "./disable-question.tsx";
import { type DoorEdit, DoorEditContext } from "./door-edit.ts";
import { DoorEnabledField, DoorTextField } from "./door-fields.tsx";
import { DoorHoursQuestion } from "./door-hours-question.tsx";
import { PinAloneQuestion } from "./pin-alone-question.tsx";

export interface AccessPointsDialogProps {
  controller: { id: string; name: string };
  onClose: () => void;
}

export function AccessPointsDialog({ controller, onClose }: AccessPointsDialogProps) {
  const phone = useIsPhone();
  const doors = useQuery(getAccessPointsQueryOptions(controller.id));
  const { data: units = [] } = useQuery(getControllersNowQueryOptions());
  const sync = useSyncAccessPoints();
  const isSyncing = useSyncedNow().includes(controller.id);
  const { edit, save, savePinAlone, saveHours, removing, asked, question, stopRemoving, stopAsking } = useDoorEditing(
    controller.id,
  );
  const { editing, form, cancel } = edit;
  const { isDirty, isSubmitting } = form.formState;
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
          <FormFoot formId="door-edit" onCancel={cancel} busy={isSubmitting} dirty={isDirty}>
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
      <DoorEditContext value={edit}>
        {doors.isError && (
          <div className="p-4">
            <RetryNote role="alert" onRetry={doors.refetch}>
              {t.loadFailed} {doors.error.message}
            </RetryNote>
          </div>
        )}
        {!(doors.isError && !rows) && (
          <CancelsByEscape active={editing !== null} onCancel={cancel}>
            <Form form={form} id="door-edit" onSubmit={save} className="flex flex-col gap-4">
              {alone ? <DoorFields /> : <DoorTable rows={rows} phone={phone} edit={edit} syncButton={syncButton} />}
            </Form>
          </CancelsByEscape>
        )}
      </DoorEditContext>
      {removing && <DeleteDoorDialog door={removing} onClose={stopRemoving} />}
      {asked?.about === "hours" && (
        <DoorHoursQuestion
          door={asked.door}
          save={(scheduleId) => saveHours(asked.door, scheduleId)}
          onClose={stopAsking}
        />
      )}
      {asked?.about === "pin-alone" && (
        <PinAloneQuestion
          door={asked.door}
          controller={controller.name}
          save={(pinAlone) => savePinAlone(asked.door, pinAlone)}
          sync={syncNow}
          onClose={stopAsking}
        />
      )}
      {question && <DisableQuestion {...question} away={heldUp(controller.id, units)} />}
    </Dialog>
  );
}

/** A phone has room for one door's fields only. */
function DoorFields() {
  return (
    <>
      <DoorTextField name="door_name" autoFocus />
      <DoorTextField name="name" />
      <DoorTextField name="description" />
      <DoorEnabledField />
    </>
  );
}

interface DoorTableProps {
  rows: Door[] | undefined;
  phone: boolean;
  edit: DoorEdit;
  syncButton: ReactNode;
}

function DoorTable({ rows, phone, edit, syncButton }: DoorTableProps) {
  return (
    <DataTable
      bare
      navigable
      label={t.title}
      columns={accessPointColumns}
      rows={rows}
      rowId={(door) => door.id}
      rowName={doorTitle}
      rowActions={phone ? (door) => phoneActions(door, edit) : undefined}
      rowClass={(door) => (door.id === edit.editing?.id ? "bg-accent-soft align-top" : undefined)}
      empty={<EmptyState icon={DoorClosed} title={t.emptyTitle} action={syncButton} />}
    />
  );
}

function phoneActions(door: Door, { edit, remove, askHours, askPinAlone }: DoorEdit): RowAction[] {
  const label = door.pin_alone ? pinAloneTexts.stopAction : pinAloneTexts.action;
  const pinAlone = { id: "pin-alone", label, icon: KeyRound, onAction: () => askPinAlone(door), quick: true };
  return [
    { id: "edit", label: words.edit, icon: Pencil, onAction: () => edit(door), quick: true },
    { id: "hours", label: doorHoursTexts.action, icon: CalendarClock, onAction: () => askHours(door), quick: true },
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
