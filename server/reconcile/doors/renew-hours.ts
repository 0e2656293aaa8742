// Writes only the changed schedules to a unit. A full comparison would also read its people, up to ten thousand.
import type { DoorController } from "#drivers/port.ts";
import { retriedTransaction } from "#server/platform/database/transaction.ts";
import {
  compareSoon,
  type Lease,
  recordHours,
  requireLease,
  troubleOfOneCall,
  type WorkerContext,
} from "../worker/public.ts";
import {
  type ChangedHours,
  lockDoorHours,
  readChangedHours,
  readHoursOf,
  recordKeepsHours,
  saveChangedHours,
} from "./door-hours.store.ts";
import { effectiveHours, yearsToCompile } from "./keep-door-hours.ts";

/** Another change came meanwhile, and has its own round. */
class ChangedAgainError extends Error {
  override name = "ChangedAgainError";
}

/**
 * Writes the hours that changed at `hoursAt`. Where anything on the unit is not as the portal left it, or the unit does not keep the
 * hours, a comparison follows at once. Throws DeviceError and LeaseLostError.
 */
export async function renewHours(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  hoursAt: string,
): Promise<void> {
  const { pool } = worker;
  const changed = await readChangedHours(pool, lease.controllerId);
  const tokens = await writeHours(worker, lease, device, changed);
  if (tokens === null) await compareSoon(pool, lease.controllerId);
  try {
    await retriedTransaction(pool, async (client) => {
      if (tokens !== null && tokens.length > 0) {
        const own = await lockDoorHours(client, lease.controllerId);
        // A door that was given another schedule meanwhile is compared soon.
        const current = tokens.filter((one) => own.get(one.accessPointId) === ownScheduleOf(one));
        await saveChangedHours(client, current);
        await recordKeepsHours(client, lease.controllerId, true);
      }
      if (!(await recordHours(client, lease, hoursAt))) throw new ChangedAgainError();
    });
  } catch (error) {
    if (!(error instanceof ChangedAgainError)) throw error;
  }
}

const ownScheduleOf = ({ rightIds, scheduleIds, within }: ChangedHours) =>
  rightIds === null ? scheduleIds[0] : within;

interface ConfirmedHours extends ChangedHours {
  hoursToken: string;
}

/** Returns the hours with their schedules on the unit; null when a full comparison is needed. Profiles are written after all schedules. */
async function writeHours(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  changed: readonly ChangedHours[],
): Promise<ConfirmedHours[] | null> {
  if (changed.length === 0) return [];
  if (!device.keepHours || !device.changeHours) return null;
  const schedules = await readHoursOf(worker.pool, lease.controllerId, yearsToCompile(worker.clock.now()));
  const asked = new Map<string, string>();
  const confirmed: ConfirmedHours[] = [];
  try {
    for (const one of changed) {
      const effective = effectiveHours(schedules, one.scheduleIds, one.within);
      if (effective === null || effective === "too_long") return null;
      const content = JSON.stringify(effective);
      const known = asked.get(content);
      requireLease(worker, lease);
      const hoursToken = known ?? (await device.keepHours(effective, "changed")).token;
      if (hoursToken === null) return null;
      asked.set(content, hoursToken);
      confirmed.push({ ...one, hoursToken });
    }
    requireLease(worker, lease);
    const byProfile = new Map(confirmed.map(({ profileToken, hoursToken }) => [profileToken, hoursToken]));
    return (await device.changeHours(byProfile)) ? confirmed : null;
  } catch (error) {
    if (troubleOfOneCall(error) === null) throw error;
    worker.log.warn({ err: error, controllerId: lease.controllerId }, "changed hours cannot be written alone");
    return null;
  }
}
