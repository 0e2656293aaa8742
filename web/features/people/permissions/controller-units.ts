import {
  type AssignedController,
  type AssignedDoor,
  doorName,
  shownDoors,
} from "#web/lib/controllers/assigned-controllers.ts";
import { type UnitGroup, unitGroupOf } from "#web/lib/controllers/unit-groups.ts";

export interface Unit {
  id: string;
  name: string;
  /** True if any shown door is enabled; for a gate, the gate itself. */
  active: boolean;
  doors: AssignedDoor[];
}

/** Returns only doors that the organisation may use; gates have none. */
export function unitsOf(controllers: readonly AssignedController[], group: UnitGroup): Unit[] {
  return controllers
    .filter(({ device_type }) => unitGroupOf(device_type) === group)
    .map((controller) => {
      const doors = group === "doors" ? shownDoors(controller) : [];
      const active = group === "doors" ? doors.some((door) => door.enabled) : controller.enabled;
      return { id: controller.id, name: controller.name, active, doors };
    });
}

/** Returns units whose name matches, with all doors, and others with only their matching doors. */
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
