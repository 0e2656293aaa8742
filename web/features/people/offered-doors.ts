import { DEVICE_KINDS } from "#contract/devices.ts";
import { takesFourDigitsOnly } from "#contract/pin-risk.ts";
import { type AssignedController, doorName, shownDoors } from "#web/lib/controllers/assigned-controllers.ts";
import { doorPinWords, fourDigitWords } from "#web/lib/doors/door-pin.ts";
import type { CheckboxListGroup } from "#web/ui/choices/checkbox-list.tsx";
import { personDialogTexts } from "./texts/person-dialog.sv.ts";

/** Returns enabled doors by controller; a paused controller only for somebody with a door there. `online` absent: no pill. */
export function doorGroups(
  controllers: readonly AssignedController[],
  had: readonly string[],
  online: ReadonlyMap<string, boolean>,
  { codes = new Map(), isOwn = false }: { codes?: ReadonlyMap<string, number> | undefined; isOwn?: boolean } = {},
): CheckboxListGroup[] {
  return controllers
    .filter((controller) => DEVICE_KINDS[controller.device_type] === "door")
    .map((controller) => ({ controller, doors: shownDoors(controller).filter((door) => door.enabled) }))
    .filter(({ controller, doors }) =>
      controller.enabled ? doors.length > 0 : doors.some(({ id }) => had.includes(id)),
    )
    .map(({ controller, doors }) => ({
      id: controller.id,
      name: controller.name,
      online: controller.enabled ? online.get(controller.id) : undefined,
      note: controller.enabled ? undefined : personDialogTexts.controllerPaused,
      items: doors.map((door) => ({
        id: door.id,
        name: doorName(door),
        description: door.description?.trim() || undefined,
        caution:
          [doorPinWords(door.pin_use ?? null, door.pin_hours ?? null), fourDigitWords(door, codes.get(door.id), isOwn)]
            .filter(Boolean)
            .join(". ") || undefined,
      })),
    }));
}

/** Returns controllers with a door whose readers take four digits only. */
export function fourDigitControllers(controllers: readonly AssignedController[]): string[] {
  return controllers
    .filter(({ access_points }) =>
      access_points.some((door) => takesFourDigitsOnly(door.pin_min ?? null, door.pin_max ?? null)),
    )
    .map(({ id }) => id);
}

/** Returns one flat group; paused gates only for somebody who has them. */
export function gateGroups(controllers: readonly AssignedController[], had: readonly string[]): CheckboxListGroup[] {
  const gates = controllers.filter(
    ({ id, device_type, enabled }) => DEVICE_KINDS[device_type] === "gate" && (enabled || had.includes(id)),
  );
  if (gates.length === 0) return [];
  return [
    {
      id: "gates",
      name: personDialogTexts.gatesLabel,
      bare: true,
      items: gates.map(({ id, name, enabled }) => ({
        id,
        name,
        description: enabled ? undefined : personDialogTexts.controllerPaused,
      })),
    },
  ];
}

/** Returns everything in the only group, sorted like the list; nothing where there is a choice between groups. */
export function onlyChoice(groups: readonly CheckboxListGroup[]): string[] {
  const [only, ...others] = groups;
  return only === undefined || others.length > 0 ? [] : only.items.map((item) => item.id).toSorted();
}

/** Returns the chosen doors that the list no longer offers. */
export function notOffered(groups: readonly CheckboxListGroup[], chosen: readonly string[]): string[] {
  const offered = new Set(groups.flatMap((group) => group.items.map((item) => item.id)));
  return chosen.filter((id) => !offered.has(id));
}

/** Returns controllers of the chosen doors, and those that had the PIN before. */
export function writtenControllers(
  groups: readonly CheckboxListGroup[],
  chosen: readonly string[],
  before: readonly string[],
): number {
  const now = groups.filter((group) => group.items.some((item) => chosen.includes(item.id))).map((group) => group.id);
  return new Set([...now, ...before]).size;
}
