import { useQuery } from "@tanstack/react-query";
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { AccessPreview } from "#contract/functions/access-preview.ts";
import type { ControllerWithDoors } from "#contract/tables/controllers.ts";
import { organizationsTexts as t } from "#web/features/organizations/texts/organizations.sv.ts";
import { getControllersNowQueryOptions } from "#web/lib/controllers/controllers-now.ts";
import { type HeldUp, heldUp } from "#web/lib/controllers/held-up.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { HeldUpNote } from "#web/ui/credentials/held-up-note.tsx";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";
import { AccessDifference } from "#web/ui/preview/access-difference.tsx";
import type { AccessChange } from "../organization-access.ts";

export interface AskedChange {
  change: AccessChange;
  controller: ControllerWithDoors;
  people: number;
  /** True when no door stays chosen, so that all are offered. */
  lastDoor: boolean;
  /** Null: it could not be counted. */
  difference: AccessPreview | null;
}

export interface AccessQuestionProps {
  asked: AskedChange | null;
  organization: string;
  onConfirm: () => void;
  onCancel: () => void;
}

export function AccessQuestion({ asked, organization, onConfirm, onCancel }: AccessQuestionProps) {
  const { data: controllers = [] } = useQuery(getControllersNowQueryOptions());
  if (!asked) return null;
  const away = asked.people > 0 && !asked.lastDoor ? heldUp(asked.controller.id, controllers) : null;
  const { title, sentence, confirm } = question(asked, organization);
  return (
    <ConfirmDialog
      isOpen
      title={title}
      consequence={
        <>
          {consequence(asked, away)}
          {asked.difference !== null && asked.difference.people.total > 0 && (
            <div className="mt-3">
              <AccessDifference preview={asked.difference} />
            </div>
          )}
          {away && (
            <HeldUpNote units={[away]} className="mt-3">
              {t.lossWillWait(away.name)}
            </HeldUpNote>
          )}
        </>
      }
      confirmLabel={confirm}
      onClose={onCancel}
      onConfirm={onConfirm}
    >
      {sentence}
    </ConfirmDialog>
  );
}

function question({ change, controller, lastDoor }: AskedChange, organization: string) {
  if (change.kind === "controller")
    return {
      title: t.removeControllerTitle(controller.name),
      sentence:
        DEVICE_KINDS[controller.device_type] === "door"
          ? t.removeController(controller.name, organization)
          : t.removeGate(controller.name, organization),
      confirm: words.remove,
    };
  const door = controller.access_points.find((point) => point.id === change.doorId);
  const name = door?.door_name?.trim() || door?.name || "";
  if (change.assigned)
    return {
      title: t.firstDoorTitle(name),
      sentence: t.firstDoor(controller.name, organization),
      confirm: t.firstDoorConfirm,
    };
  const count = controller.access_points.length;
  const offered = count === 1 ? t.lastDoorOnly(controller.name) : t.lastDoor(controller.name, count);
  return {
    title: t.removeDoorTitle(name),
    sentence: lastDoor ? offered : t.removeDoor(name, organization),
    confirm: words.remove,
  };
}

function consequence({ controller, people, lastDoor }: AskedChange, away: HeldUp | null): string {
  if (lastDoor) return t.nobodyLoses;
  const lose =
    DEVICE_KINDS[controller.device_type] === "gate" ? t.peopleLoseGate : away ? t.peopleLoseHere : t.peopleLose;
  return lose(formatNumber(people), people === 1);
}
