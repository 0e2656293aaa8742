// Faults around one operation; each strikes at a seeded moment and is over when `heal` has run.
import { heal as healDevice } from "../world/device-fixtures.ts";
import type { World } from "../world/world.ts";
import { CLOCK_FAULTS } from "./clocks.ts";
import { DEVICE_FAULTS } from "./devices.ts";
import type { FaultMaker } from "./fault.ts";
import { RESTORE_FAULTS } from "./restored.ts";
import { SERVER_FAULTS } from "./servers.ts";
import { SMALL_DISK_FAULTS } from "./small-disks.ts";

export const FAULTS: Readonly<Record<string, FaultMaker>> = {
  none: () => ({ name: "none" }),
  ...SERVER_FAULTS,
  ...DEVICE_FAULTS,
  ...CLOCK_FAULTS,
  ...SMALL_DISK_FAULTS,
  ...RESTORE_FAULTS,
};

export function needsSmallDisk(fault: string): boolean {
  return fault in SMALL_DISK_FAULTS;
}

/** Restores processes and links to their state before the fault; returns whether a server had ended. */
export async function heal(world: World): Promise<{ ended: boolean }> {
  const { server, second } = world;
  for (const one of [server, second]) one.resume();
  for (const fixture of world.fixtures) await healDevice(fixture);
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
