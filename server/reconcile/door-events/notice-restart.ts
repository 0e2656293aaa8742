// A controller names each of its starts. A changed name is a restart, even if the log has no row of it.
import type { DeviceBoot, DoorController } from "#drivers/port.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { holdsLease, type Lease, LeaseLostError, requireLease, type WorkerContext } from "../worker/public.ts";
import { recordBoot } from "./boots.store.ts";
import { restartRow } from "./door-events.rules.ts";
import { insertDoorEvents, type StoredCursor } from "./door-events.store.ts";

/** Undefined: not asked this time. Asked before the log is read, so that the log's own row of a restart comes first. */
export type AskedBoot = DeviceBoot | null | undefined;

/** Asks for the start. Throws DeviceError when the controller cannot be reached, and LeaseLostError. */
export async function askBoot(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  { bootDue }: StoredCursor,
): Promise<AskedBoot> {
  if (!device.readBoot || !bootDue) return undefined;
  requireLease(worker, lease);
  return await device.readBoot();
}

/** Returns true when the controller restarted since it was last asked. Logs the restart unless the controller's own log has reported it. */
export async function noticeRestart(worker: WorkerContext, lease: Lease, boot: AskedBoot): Promise<boolean> {
  if (boot === undefined) return false;
  return await transaction(worker.pool, async (client) => {
    if (!(await holdsLease(client, lease, worker.bootId)))
      throw new LeaseLostError("another worker took the controller while its log was read");
    const before = await recordBoot(client, lease.controllerId, boot?.id ?? null);
    if (before === null || boot === null || before.id === boot.id) return false;
    const row = restartRow(boot, { askedAt: before.askedAt, now: worker.clock.now() });
    if (!before.isLogged) await insertDoorEvents(client, lease.controllerId, [row]);
    return true;
  });
}
