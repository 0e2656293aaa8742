// What is stored of a controller, for whoever speaks with its device. The SQL is this domain's own.
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

/** Password encrypted; null when there is none. The caller has checked access. */
export async function readStoredController(engine: Pool, id: string): Promise<StoredController | null> {
  return findController(engine, id);
}

/** Door controllers get this from their worker, gates from any call; what an opening says of the macro is kept with it. */
export async function recordContact(engine: Pool, id: string, macro?: MacroReport | null): Promise<void> {
  await touchLastSync(engine, id, macro);
}

/** The camera of a gate has called by itself; its calls reach the portal. */
export async function recordPush(
  engine: Pool,
  id: string,
  clock: { skewMs: number | null; isNew: boolean },
): Promise<void> {
  await touchPushedAt(engine, id, clock);
}

/** What a connection test said of the gate's macro; whoever reached the device for it has noted the contact. */
export async function recordMacroState(engine: Pool, id: string, macro: MacroReport): Promise<void> {
  await touchMacroState(engine, id, macro);
}

/** Pins certificate and serial of the first contact, never replacing a pin, and keeps what the device said it is. */
export async function recordIdentity(engine: Pool, known: StoredController, identity: DeviceIdentity): Promise<void> {
  await storeIdentity(engine, known, identity);
}

/**
 * Of units that share one store only one controller may write there. Without an id nothing is claimed: a form asks.
 * @throws SystemSharedError when another one does.
 */
export async function claimSystem(engine: Pool, id: string | null, { system }: DeviceIdentity): Promise<void> {
  if (id === null && !system) return;
  const other = await claimDeviceSystem(engine, id, system ?? null);
  if (other !== null) throw new SystemSharedError(other);
}
