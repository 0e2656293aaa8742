// Deletes a controller. Foreign keys decide whether that is allowed; this file maps refusals to the specification's texts.

import { DatabaseError, type PoolClient } from "pg";
import { controllerErrors } from "#contract/errors/controllers.ts";
import { controllerNotFound } from "#server/devices/reach-device.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { deleteControllerRow } from "./controllers.store.ts";

const FOREIGN_KEY = "23503";

/** Deletes in the caller's transaction. Doors and links go too; log rows and receipts stay. */
export async function deleteController(client: PoolClient, id: string): Promise<void> {
  try {
    if (!(await deleteControllerRow(client, id))) throw controllerNotFound();
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== FOREIGN_KEY) throw error;
    throw new PortalError(controllerErrors.controller_in_use(), {
      cause: error,
    });
  }
}
