// The stored facts of a controller, for other domains that talk to its device. This domain owns the SQL.
import type { Pool } from "pg";
import { SystemSharedError } from "#drivers/errors.ts";
import type { DeviceIdentity } from "#drivers/port.ts";
import { claimDeviceSystem } from "./stored-controllers.store.ts";

export {
  type MacroState,
  readStoredController,
  recordContact,
  recordIdentity,
  recordMacroState,
  recordPush,
  type StoredController,
} from "./stored-controllers.store.ts";

/**
 * Claims a shared store for one controller: of units that share one, only one controller may write there. Without an id, for a form,
 * nothing is claimed. Throws SystemSharedError when another controller has the store.
 */
export async function claimSystem(engine: Pool, id: string | null, { system }: DeviceIdentity): Promise<void> {
  if (id === null && !system) return;
  const other = await claimDeviceSystem(engine, id, system ?? null);
  if (other !== null) throw new SystemSharedError(other);
}
