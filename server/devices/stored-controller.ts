// The stored facts of a controller, for other domains that talk to its device. This domain owns the SQL.
import type { Pool } from "pg";
import { SystemSharedError } from "#drivers/errors.ts";
import type { DeviceIdentity } from "#drivers/port.ts";
import {
  claimDeviceSystem,
  findController,
  type MacroReport,
  type MacroState,
  type StoredController as Stored,
  storeIdentity,
  touchLastSync,
  touchMacroState,
  touchPushedAt,
} from "./stored-controllers.store.ts";

export type StoredController = Stored;
export type { MacroState };

/** Reads a controller; its password is encrypted, or null. The caller has checked access. */
export async function readStoredController(engine: Pool, id: string): Promise<StoredController | null> {
  return findController(engine, id);
}

/**
 * Records a contact. Door controllers get this from their worker, gates from any call; an opening also stores what it learned about the
 * macro.
 */
export async function recordContact(engine: Pool, id: string, macro?: MacroReport | null): Promise<void> {
  await touchLastSync(engine, id, macro);
}

/** Records that a gate's camera has called, so its calls reach the portal. */
export async function recordPush(
  engine: Pool,
  id: string,
  clock: { skewMs: number | null; isNew: boolean },
): Promise<void> {
  await touchPushedAt(engine, id, clock);
}

/** Stores the macro's state from a connection test; another function has recorded the contact. */
export async function recordMacroState(engine: Pool, id: string, macro: MacroReport): Promise<void> {
  await touchMacroState(engine, id, macro);
}

/** Pins certificate and serial of the first contact, never replacing a pin, and stores the identity that the device reports. */
export async function recordIdentity(engine: Pool, known: StoredController, identity: DeviceIdentity): Promise<void> {
  await storeIdentity(engine, known, identity);
}

/**
 * Claims a shared store for one controller: of units that share one, only one controller may write there. Without an id, for a form,
 * nothing is claimed. Throws SystemSharedError when another controller has the store.
 */
export async function claimSystem(engine: Pool, id: string | null, { system }: DeviceIdentity): Promise<void> {
  if (id === null && !system) return;
  const other = await claimDeviceSystem(engine, id, system ?? null);
  if (other !== null) throw new SystemSharedError(other);
}
