import { CircleHelp, WifiOff } from "lucide-react";
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { formatMoment, formatNumber } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { Note, type NoteAction } from "#web/ui/note.tsx";
import { controllerOperationTexts } from "../texts/controller-operations.sv.ts";
import { controllerHelp, controllerTrouble, syncTexts } from "../texts/sync-status.sv.ts";
import { unreachedWords } from "../unreached-words.ts";
import type { ControllerOperations } from "../use-controller-operations.ts";

const MOST_NOTES = 3;

/** Causes whose help is something to change, or to remove, in the controller's own form. */
const CAUSES_IN_ITS_FORM: ReadonlySet<string> = new Set([
  "address_forbidden",
  "address_invalid",
  "auth_failed",
  "basic_over_http_refused",
  "https_required",
  "not_this_kind_of_device",
  "password_not_asked",
  "sign_in_downgraded",
  "system_shared",
  "tls_too_old",
]);

export interface ControllerNotesProps {
  controllers: readonly ControllerState[];
  /** Null for org admins. */
  operations: ControllerOperations | null;
}

export function ControllerNotes({ controllers, operations }: ControllerNotesProps) {
  const offline = controllers.filter((unit) => unit.state === "offline");
  const paused = controllers.filter((unit) => unit.state === "paused" && unit.waiting > 0);
  const unreached = unreachedWords(controllers.filter((unit) => unit.workers_paused_at === null));
  const notes = [...offline.toSorted((one, other) => other.waiting - one.waiting), ...paused];
  return (
    <>
      {notes.slice(0, MOST_NOTES).map((unit) => (
        <ControllerNote key={unit.controller_id} unit={unit} operations={operations} />
      ))}
      {notes.length > MOST_NOTES && (
        <Note tone="fail">{syncTexts.moreNotes(formatNumber(notes.length - MOST_NOTES))}</Note>
      )}
      {unreached !== "" && (
        <Note tone="wait" icon={CircleHelp}>
          <b className="font-bold">{unreached}</b> {syncTexts.unreachedHelp}
        </Note>
      )}
    </>
  );
}

function ControllerNote({
  unit,
  operations,
}: {
  unit: ControllerState;
  operations: ControllerNotesProps["operations"];
}) {
  const since = useClock(unit.last_contact);
  const count = formatNumber(unit.waiting);
  const many = unit.waiting !== 1;
  if (unit.state === "paused")
    return (
      <Note
        tone="wait"
        actions={operations ? [{ label: syncTexts.toControllers, href: "/system-admin/controllers" }] : []}
      >
        <b className="font-bold">{syncTexts.pausedNote(unit.name)}</b> {syncTexts.pausedKept(count, many)}{" "}
        {syncTexts.stillWork}
      </Note>
    );
  if (DEVICE_KINDS[unit.device_type] === "gate")
    return (
      <Note
        tone="fail"
        icon={WifiOff}
        actions={operations ? [{ label: syncTexts.toLogs, href: "/system-admin/access-logs" }] : []}
      >
        <b className="font-bold">{syncTexts.gateNote(unit.name, since ?? "")}</b> {syncTexts.gateHelp}
      </Note>
    );
  const what = controllerTrouble(unit.last_error ?? "");
  const help = operations ? controllerHelp(unit.last_error ?? "") : "";
  const isMendedThere = CAUSES_IN_ITS_FORM.has(unit.last_error ?? "");
  const actions: NoteAction[] = operations
    ? [
        ...(isMendedThere
          ? [{ label: syncTexts.toController, href: `/system-admin/controllers?controller=${unit.controller_id}` }]
          : []),
        {
          // The test shows the new certificate beside the pinned one.
          label:
            unit.last_error === "certificate_changed" ? syncTexts.reviewCertificate : controllerOperationTexts.test,
          onAction: () => operations.test(unit),
        },
        ...(isMendedThere
          ? []
          : [{ label: controllerOperationTexts.rebuild, onAction: () => operations.askRebuild(unit) }]),
      ]
    : [];
  return (
    <Note tone="fail" icon={WifiOff} actions={actions}>
      <b className="font-bold">
        {since === null ? syncTexts.noteNever(unit.name, what) : syncTexts.noteSince(unit.name, what, since)}
      </b>{" "}
      {unit.waiting > 0 ? syncTexts.kept(count, many) : syncTexts.nothingWaits} {syncTexts.stillWork} {help}
    </Note>
  );
}

function useClock(value: string | null): string | null {
  const now = useNow();
  if (value === null) return null;
  return formatMoment(value, now);
}
