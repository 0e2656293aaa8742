import type { DeviceType } from "#contract/devices.ts";
import { type AssignedController, type AssignedDoor, doorName, shownDoors } from "#web/lib/assigned-controllers.ts";

export interface Unit {
  id: string;
  name: string;
  /** Any shown door is enabled; of a gate, the gate itself. */
  active: boolean;
  doors: AssignedDoor[];
}

/** As the page groups them; `gate`: those that no LPR server opens. */
export type UnitGroup = "axis" | "axxon_lpr" | "gate";

function groupOf(type: DeviceType): UnitGroup {
  return type === "axis" || type === "axxon_lpr" ? type : "gate";
}

/** Only doors that the organisation may use; gates have none. */
export function unitsOf(controllers: readonly AssignedController[], type: UnitGroup): Unit[] {
  return controllers
    .filter(({ device_type }) => groupOf(device_type) === type)
    .map((controller) => {
      const doors = type === "axis" ? shownDoors(controller) : [];
      const active = type === "axis" ? doors.some((door) => door.enabled) : controller.enabled;
      return { id: controller.id, name: controller.name, active, doors };
    });
}

/** Units whose name matches, with all doors, and others with only their matching doors. */
export function matchingUnits(units: readonly Unit[], search: string): Unit[] {
  const wanted = search.trim().toLocaleLowerCase("sv");
  if (wanted === "") return [...units];
  const matches = (text: string | null) => (text ?? "").toLocaleLowerCase("sv").includes(wanted);
  return units.flatMap((unit) => {
    if (matches(unit.name)) return [unit];
    const doors = unit.doors.filter(
      (door) => matches(doorName(door)) || matches(door.name) || matches(door.description),
    );
    return doors.length > 0 ? [{ ...unit, doors }] : [];
  });
}
