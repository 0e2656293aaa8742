import { formatNumber } from "#web/lib/dates.ts";
import { doorHoursState } from "#web/lib/doors/door-hours.ts";
import type { HourDoor } from "./api/get-hour-doors.ts";
import { schedulesTexts as t } from "./texts/schedules.sv.ts";

/**
 * Counts the units that keep a schedule's hours. A system admin's unit is a controller, all of whose doors must keep them; other
 * people's unit is a door. Pure.
 */
export function confirmedUnits(doors: readonly HourDoor[], isSystem: boolean): { words: string; isWhole: boolean } {
  const units = [...Map.groupBy(doors, ({ id, controller_id }) => (isSystem ? controller_id : id)).values()];
  const done = units.filter((unit) => unit.every((door) => doorHoursState(door) === "on")).length;
  const words = isSystem ? t.confirmedControllers : t.confirmedDoors;
  return {
    words: words(formatNumber(done), formatNumber(units.length), units.length === 1),
    isWhole: done === units.length,
  };
}
