// Reports which gates use the installation's credentials and how a rotation progresses. Holds no secret and runs as portal_engine.
import type { Pool } from "pg";
import type { OperationsStatus } from "#contract/functions/operations-status.ts";
import { readInstallationGates, readInstallationState } from "./installation-webhook.store.ts";

const NOT_MADE = { enabled: false, rotated_at: null, previous_until: null };

/** Returns the state of the credentials and the gates that use them. */
export async function readInstallationUse(engine: Pool): Promise<OperationsStatus["installation_webhook"]> {
  const state = await readInstallationState(engine);
  const gates = await readInstallationGates(engine);
  return { ...(state ?? NOT_MADE), gates };
}
