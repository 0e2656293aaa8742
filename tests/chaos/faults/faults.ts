// What goes wrong around one operation. Each is brought about at a moment drawn from the seed and is over when `heal` has run.
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Random } from "#scripts/seed/random.ts";
import type { World } from "../world/world.ts";
import { CLOCK_FAULTS } from "./clocks.ts";
import { DEVICE_FAULTS } from "./devices.ts";
import { RESTORE_FAULTS } from "./restored.ts";
import { SERVER_FAULTS } from "./servers.ts";
import { SMALL_DISK_FAULTS } from "./small-disks.ts";

export interface Fault {
  name: string;
  /** Before the operation is sent; `system` is the client that will send it. */
  before?(system: SupabaseClient): Promise<void> | void;
  /** While it is under way. */
  during?(): Promise<void>;
  /** When all is quiet again: more that happens, and what it broke. The database may be another one after it. */
  afterwards?(): Promise<string[]>;
  /** A server may end by it. Under any other fault one that ends has broken a promise. */
  kills?: true;
  /** A device changes without being told, and is right again after the next comparison, no sooner. */
  tampers?: true;
  /** A process works on with what it knew before: what it does last comes a moment after the fault is over. */
  lags?: true;
}

export type FaultMaker = (world: World, random: Random) => Fault;

export const FAULTS: Readonly<Record<string, FaultMaker>> = {
  none: () => ({ name: "none" }),
  ...SERVER_FAULTS,
  ...DEVICE_FAULTS,
  ...CLOCK_FAULTS,
  ...SMALL_DISK_FAULTS,
  ...RESTORE_FAULTS,
};

/** Whether the database must live on a disk that can be filled. */
export function needsSmallDisk(fault: string): boolean {
  return fault in SMALL_DISK_FAULTS;
}

/** Everything runs, answers and is linked again, as it was before the fault. Tells which server had ended by then. */
export async function heal(world: World): Promise<{ ended: boolean }> {
  const { server, second } = world;
  for (const one of [server, second]) one.resume();
  for (const { device } of world.houses) {
    device.faults.clear();
    device.faults.lie(null);
    device.faults.clockSkew(0);
    if (!device.online) await device.faults.online();
  }
  world.gate.device.faults.clear();
  world.disk?.free();
  await world.databaseBack();
  const ended = !server.running;
  await second.stop();
  await server.disarm();
  await server.loseCommit(0);
  await server.setClock(0);
  await server.start();
  return { ended };
}
