import type { PoolClient } from "pg";
import { z } from "zod";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { controllerNotFound } from "#server/devices/reach-device.ts";
import { lockController } from "./controllers.store.ts";

/** In the caller's transaction; the database writes receipts and audit. Throws 404 for a missing controller. */
export async function retireController(
  client: PoolClient,
  { id, reason }: { id: string; reason: string },
): Promise<{ controller: ControllerRow; copies: number }> {
  const { rows } = await client.query("select private.retire_controller($1, $2)::int as copies", [id, reason]);
  const { copies: replicas } = z.object({ copies: z.number().nullable() }).parse(rows[0]);
  const controller = await lockController(client, id);
  if (replicas === null || controller === null) throw controllerNotFound();
  return { controller, copies: replicas };
}
