import { DEVICE_KINDS } from "#contract/devices.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { nameList } from "#web/lib/name-list.ts";
import { syncTexts } from "./texts/sync-status.sv.ts";

/** Names door controllers and gates' own lists whose present state is unknown; empty when there are none. */
export function unreachedWords(controllers: readonly ControllerState[]): string {
  const unreached = controllers.filter((unit) => unit.unreached);
  const doors = unreached.filter((unit) => DEVICE_KINDS[unit.device_type] === "door").map(({ name }) => name);
  const gates = unreached.filter((unit) => DEVICE_KINDS[unit.device_type] === "gate").map(({ name }) => name);
  return [
    doors.length > 0 && syncTexts.unreachedNote(nameList(doors), doors.length === 1),
    gates.length > 0 && syncTexts.listUnread(nameList(gates), gates.length === 1),
  ]
    .filter((sentence) => sentence !== false)
    .join(" ");
}
