// What a switch of "Styrenheter för {organisation}" does, worked out before it is done.
import type { ControllerWithDoors } from "#contract/tables/controllers.ts";

export interface DoorLink {
  access_point_id: string;
  controller_id: string;
}

export interface OrganizationAccess {
  /** All controllers by name, each with its enabled doors. */
  controllers: ControllerWithDoors[];
  /** Those that the organisation is linked to. */
  controllerIds: string[];
  /** Its doors; a link to a door that is switched off counts too, as it does in the database. */
  doorLinks: DoorLink[];
}

export type AccessChange =
  | { kind: "controller"; controllerId: string; assigned: boolean }
  | { kind: "door"; controllerId: string; doorId: string; assigned: boolean };

export function isDoorLinked(access: OrganizationAccess, doorId: string): boolean {
  return access.doorLinks.some((link) => link.access_point_id === doorId);
}

/** The organisation's door links at one controller; none means that all its doors are offered. */
export function doorLinksAt(access: OrganizationAccess, controllerId: string): DoorLink[] {
  return access.doorLinks.filter((link) => link.controller_id === controllerId);
}

/** The access as it is after the change. Without the controller its doors go too, as the database does it. */
export function afterChange(access: OrganizationAccess, change: AccessChange): OrganizationAccess {
  const { controllerId } = change;
  if (change.kind === "controller") {
    const others = access.controllerIds.filter((id) => id !== controllerId);
    if (change.assigned) return { ...access, controllerIds: [...others, controllerId] };
    return {
      ...access,
      controllerIds: others,
      doorLinks: access.doorLinks.filter((link) => link.controller_id !== controllerId),
    };
  }
  const others = access.doorLinks.filter((link) => link.access_point_id !== change.doorId);
  const doorLinks = change.assigned
    ? [...others, { access_point_id: change.doorId, controller_id: controllerId }]
    : others;
  return { ...access, doorLinks };
}

/** Whose assignments a change takes the access from. */
export type Losers =
  | { at: "controller"; controllerId: string }
  | { at: "door"; doorId: string }
  /** The first chosen door: until now all were offered. */
  | { at: "other-doors"; controllerId: string; doorId: string };

/** Null when nobody can lose anything: access is given, or the last link goes and all doors are offered. */
export function losersOf(access: OrganizationAccess, change: AccessChange): Losers | null {
  if (change.kind === "controller")
    return change.assigned ? null : { at: "controller", controllerId: change.controllerId };
  const links = doorLinksAt(access, change.controllerId);
  if (change.assigned)
    return links.length === 0 ? { at: "other-doors", controllerId: change.controllerId, doorId: change.doorId } : null;
  return links.length > 1 ? { at: "door", doorId: change.doorId } : null;
}

/** True when the change takes the last door link at the controller, after which all its doors are offered. */
export function takesLastDoor(access: OrganizationAccess, change: AccessChange): boolean {
  return change.kind === "door" && !change.assigned && doorLinksAt(access, change.controllerId).length === 1;
}

/** Controllers whose name, address or a door's names hold the text. */
export function matchingControllers(controllers: readonly ControllerWithDoors[], text: string): ControllerWithDoors[] {
  const wanted = text.trim().toLocaleLowerCase("sv");
  if (wanted === "") return [...controllers];
  const holds = (words: string | null) => words?.toLocaleLowerCase("sv").includes(wanted) ?? false;
  return controllers.filter(
    (controller) =>
      holds(controller.name) ||
      holds(controller.device_ip) ||
      controller.access_points.some((door) => holds(door.name) || holds(door.door_name) || holds(door.description)),
  );
}
