import type { PoolClient } from "pg";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { controllerNotFound } from "#server/devices/reach-device.ts";
import { lockController, retireStored } from "./controllers.store.ts";

/** Retires a controller in the caller's transaction. Throws 404 for a missing one. */
export async function retireController(
  client: PoolClient,
  { id, reason }: { id: string; reason: string },
): Promise<{ controller: ControllerRow; replicas: number }> {
  const replicas = await retireStored(client, id, reason);
  const controller = await lockController(client, id);
  if (replicas === null || controller === null) throw controllerNotFound();
  return { controller, replicas };
}
