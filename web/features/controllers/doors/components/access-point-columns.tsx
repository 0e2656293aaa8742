import { CalendarClock, KeyRound, Pencil, Trash2 } from "lucide-react";
import { useFormState } from "react-hook-form";
import { pinAloneTexts, accessPointsTexts as t } from "#web/features/controllers/texts/access-points.sv.ts";
import { doorHoursTexts } from "#web/features/controllers/texts/door-hours.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/choices/switch.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { useRowName } from "#web/ui/row-name.ts";
import { tableColumns } from "#web/ui/table/columns.ts";
import { doorTitle } from "../access-point-rules.ts";
import type { Door } from "../api/get-access-points.ts";
import { offersPinAlone } from "../pin-alone.ts";
import { useDoorEdit } from "./door-edit.ts";
import { DoorEnabledField, DoorTextField } from "./door-fields.tsx";
import { DoorWarningPills } from "./door-warning-pills.tsx";

const column = tableColumns<Door>();

export const accessPointColumns = column.columns([
  column.accessor("enabled", {
    header: t.enabled,
    cell: ({ row }) => <EnabledCell door={row.original} />,
    meta: { width: "w-24" },
  }),
  column.accessor("door_name", {
    header: t.doorName,
    cell: ({ row }) => <DoorNameCell door={row.original} />,
    // Wide enough for the effect of a PIN in two lines.
    meta: { card: "title", width: "w-[24%]" },
  }),
  column.accessor("name", {
    header: t.technicalName,
    cell: ({ row }) => <TechnicalNameCell door={row.original} />,
    meta: { cardLabel: t.technicalName, width: "w-[16%]" },
  }),
  column.accessor("description", {
    header: t.description,
    cell: ({ row }) => <DescriptionCell door={row.original} />,
  }),
  column.accessor("last_synced", {
    header: t.lastSynced,
    cell: ({ row }) => (
      <span className="whitespace-nowrap text-ink-2">
        <RelativeTime value={row.original.last_synced} fallback={t.never} always />
      </span>
    ),
    meta: { cardLabel: t.lastSynced, rank: 2, width: "w-36" },
  }),
  column.display({
    id: "actions",
    header: words.actions,
    cell: ({ row }) => <ActionsCell door={row.original} />,
    meta: { card: "hidden", align: "right", width: "w-42" },
  }),
]);

function useIsEdited(door: Door): boolean {
  return useDoorEdit().editing?.id === door.id;
}

function EnabledCell({ door }: { door: Door }) {
  const { setEnabled } = useDoorEdit();
  const name = useRowName(doorTitle(door));
  if (useIsEdited(door)) return <DoorEnabledField inCell />;
  return (
    <Switch label={t.enabledLabel(name)} value={door.enabled} onChange={(enabled) => setEnabled(door, enabled)}>
      <span className="sm:hidden">{door.enabled ? words.enabled : words.disabled}</span>
    </Switch>
  );
}

function DoorNameCell({ door }: { door: Door }) {
  if (useIsEdited(door)) return <DoorTextField name="door_name" inCell autoFocus />;
  return (
    <>
      <span translate="no" title={door.door_name?.trim()} className="line-clamp-2 font-name text-ink">
        {door.door_name?.trim() || words.none}
      </span>
      <DoorWarningPills door={door} />
    </>
  );
}

function TechnicalNameCell({ door }: { door: Door }) {
  if (useIsEdited(door)) return <DoorTextField name="name" inCell />;
  return (
    <span translate="no" title={door.name} className="line-clamp-2 font-mono text-small wrap-anywhere text-ink-2">
      {door.name}
    </span>
  );
}

function DescriptionCell({ door }: { door: Door }) {
  if (useIsEdited(door)) return <DoorTextField name="description" inCell />;
  return door.description ? (
    <span title={door.description} className="line-clamp-2 text-ink-2">
      {door.description}
    </span>
  ) : null;
}

function ActionsCell({ door }: { door: Door }) {
  const { editing, lastEdited, form, edit, cancel, remove, askHours, askPinAlone } = useDoorEdit();
  const { isSubmitting } = useFormState({ control: form.control });
  const name = useRowName(doorTitle(door));
  if (useIsEdited(door))
    return (
      <span className="inline-flex gap-1.5">
        <Button size="sm" onPress={cancel} isDisabled={isSubmitting}>
          {words.cancel}
        </Button>
        <Button size="sm" variant="primary" type="submit" busy={isSubmitting} busyLabel={words.saving}>
          {words.save}
        </Button>
      </span>
    );
  const off = editing ? t.oneAtATime : undefined;
  return (
    <span className="-mr-1.5 inline-flex items-center gap-0.5">
      <IconButton
        icon={CalendarClock}
        label={doorHoursTexts.actionLabel(name)}
        tooltip={doorHoursTexts.action}
        disabledReason={off}
        onPress={() => askHours(door)}
      />
      {offersPinAlone(door) && (
        <IconButton
          icon={KeyRound}
          label={door.pin_alone ? pinAloneTexts.stopLabel(name) : pinAloneTexts.actionLabel(name)}
          tooltip={door.pin_alone ? pinAloneTexts.stopAction : pinAloneTexts.action}
          disabledReason={off}
          onPress={() => askPinAlone(door)}
        />
      )}
      <IconButton
        icon={Pencil}
        label={t.editLabel(name)}
        tooltip={words.edit}
        disabledReason={off}
        autoFocus={lastEdited === door.id}
        onPress={() => edit(door)}
      />
      <IconButton
        icon={Trash2}
        label={t.removeLabel(name)}
        tooltip={words.remove}
        disabledReason={off}
        onPress={() => remove(door)}
      />
    </span>
  );
}
