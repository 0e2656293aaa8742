import type { PoolClient } from "pg";
import { doorErrors } from "#contract/errors/doors.ts";
import { controllerNotFound } from "#server/devices/reach-device.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { lockController, type Unassigned, unassignDoorStored, unassignStored } from "./controllers.store.ts";

/** Takes a controller from its organisations and their people, in the caller's transaction. Throws 404 for a missing one. */
export async function unassignController(client: PoolClient, id: string): Promise<Unassigned> {
  if ((await lockController(client, id)) === null) throw controllerNotFound();
  return unassignStored(client, id);
}

/** Takes a door from its people and groups, in the caller's transaction. Throws 404 for a missing one. */
export async function unassignDoor(client: PoolClient, id: string): Promise<{ people: number }> {
  const people = await unassignDoorStored(client, id);
  if (people === null) throw new PortalError(doorErrors.door_gone());
  return { people };
}
