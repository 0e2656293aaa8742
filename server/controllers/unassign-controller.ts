import type { PoolClient } from "pg";
import { controllerNotFound } from "#server/devices/reach-device.ts";
import { lockController, type Unassigned, unassignStored } from "./controllers.store.ts";

/** Takes a controller from its organisations and their people, in the caller's transaction. Throws 404 for a missing one. */
export async function unassignController(client: PoolClient, id: string): Promise<Unassigned> {
  if ((await lockController(client, id)) === null) throw controllerNotFound();
  return unassignStored(client, id);
}
