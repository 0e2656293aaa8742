import { z } from "zod";
import { takesPin } from "#contract/pin.ts";
import { pinHoursSchema, pinUseSchema } from "#contract/pin-use.ts";
import { controllerWithDoors } from "#contract/tables/controllers.ts";

export const assignedController = controllerWithDoors.extend({
  list_sync: z.boolean().optional(),
  /** False: nobody is let in by hours there. Null: not known yet. */
  keeps_hours: z.boolean().nullish(),
  access_points: z.array(
    controllerWithDoors.shape.access_points.element.extend({
      /** Since when the unit no longer has the door. */
      missing_since: z.string().nullish(),
      pin_min: z.number().nullish(),
      pin_max: z.number().nullish(),
      pin_use: pinUseSchema.nullish(),
      pin_hours: pinHoursSchema.nullish(),
    }),
  ),
  organization_controllers: z.array(
    z.object({ organization_access_points: z.array(z.object({ access_point_id: z.uuid() })) }),
  ),
});
export type AssignedController = z.infer<typeof assignedController>;
export type AssignedDoor = AssignedController["access_points"][number];

/** Returns the doors linked to the organisation, else all of the controller, by name. */
export function shownDoors(controller: AssignedController): AssignedDoor[] {
  const linked = new Set(
    controller.organization_controllers.flatMap((link) =>
      link.organization_access_points.map((door) => door.access_point_id),
    ),
  );
  const doors = controller.access_points.filter((door) => linked.size === 0 || linked.has(door.id));
  return doors.toSorted((a, b) => doorName(a).localeCompare(doorName(b), "sv", { numeric: true }));
}

export function doorName(door: Pick<AssignedDoor, "name" | "door_name">): string {
  return door.door_name?.trim() || door.name;
}

/** Tells whether the door is on and its unit has it. */
export const isThere = ({ enabled, missing_since }: AssignedDoor): boolean => enabled && !missing_since;

/** Tells whether the door is there and its reader takes a code of that length. */
export function opensFor(code: string, { pin_min, pin_max, ...door }: AssignedDoor): boolean {
  return isThere(door) && takesPin({ pinMin: pin_min ?? null, pinMax: pin_max ?? null }, code);
}
