// Has a unit keep the hours of its doors: schedules before the profiles that name them.
import { inStockholm } from "#contract/stockholm.ts";
import type { DoorController, DoorHours } from "#drivers/port.ts";
import { type Lease, requireLease, type WorkerContext } from "../worker/public.ts";
import { readHoursOf } from "./door-hours.store.ts";

/** Schedules are compiled for two years ahead. */
const YEARS_AHEAD = 3;
const NOT_KEPT: DoorHours = { token: null, problem: "no_schedules" };

/** Returns the outcome of each schedule that a door has. Throws DeviceError and LeaseLostError. */
export async function keepDoorHours(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
): Promise<ReadonlyMap<string, DoorHours>> {
  const year = inStockholm(worker.clock.now()).getFullYear();
  const schedules = await readHoursOf(worker.pool, lease.controllerId, [year - 1, year + YEARS_AHEAD]);
  const kept = new Map<string, DoorHours>();
  for (const [id, schedule] of schedules) {
    requireLease(worker, lease);
    kept.set(id, (await device.keepHours?.(schedule)) ?? NOT_KEPT);
  }
  return kept;
}
