import type { ControllerWithDoors } from "#contract/tables/controllers.ts";

export interface DoorLink {
  access_point_id: string;
  controller_id: string;
}

export interface OrganizationAccess {
  controllers: ControllerWithDoors[];
  controllerIds: string[];
  /** Includes links to doors that are switched off, like the database. */
  doorLinks: DoorLink[];
}

export type AccessChange =
  | { kind: "controller"; controllerId: string; assigned: boolean }
  | { kind: "door"; controllerId: string; doorId: string; assigned: boolean };

export function isDoorLinked(access: OrganizationAccess, doorId: string): boolean {
  return access.doorLinks.some((link) => link.access_point_id === doorId);
}

/** Returns the door links; an empty list means that all its doors are offered. */
export function doorLinksAt(access: OrganizationAccess, controllerId: string): DoorLink[] {
  return access.doorLinks.filter((link) => link.controller_id === controllerId);
}

/** Tells whether the access is already as after a change. */
export function isAsChanged(access: OrganizationAccess, change: AccessChange): boolean {
  const isGiven =
    change.kind === "door" ? isDoorLinked(access, change.doorId) : access.controllerIds.includes(change.controllerId);
  return isGiven === change.assigned;
}

/** Returns the access after a change. Removing the controller removes its door links, like in the database. */
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

export type Losers =
  | { at: "controller"; controllerId: string }
  | { at: "door"; doorId: string }
  /** The first chosen door: until now all were offered. */
  | { at: "other-doors"; controllerId: string; doorId: string };

/**
 * Returns the access that a change takes away. Null when nobody can lose access: the change gives access, or it removes the last
 * door link, after which all doors are offered.
 */
export function losersOf(access: OrganizationAccess, change: AccessChange): Losers | null {
  if (change.kind === "controller")
    return change.assigned ? null : { at: "controller", controllerId: change.controllerId };
  const links = doorLinksAt(access, change.controllerId);
  if (change.assigned)
    return links.length === 0 ? { at: "other-doors", controllerId: change.controllerId, doorId: change.doorId } : null;
  return links.length > 1 ? { at: "door", doorId: change.doorId } : null;
}

/** Tells whether the last door link goes, after which all doors are offered. */
export function takesLastDoor(access: OrganizationAccess, change: AccessChange): boolean {
  return change.kind === "door" && !change.assigned && doorLinksAt(access, change.controllerId).length === 1;
}

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
