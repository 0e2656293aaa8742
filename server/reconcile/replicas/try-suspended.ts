// Asks the device itself whether a suspended PIN would open. The PIN stays on the device only if every answer is no.
import type { DoorController } from "#drivers/port.ts";
import { deviceTrouble, type Lease, maySend, type WorkerContext } from "../worker/public.ts";
import type { ReplicaWork } from "./replica-work.ts";

/** A PIN without doors is refused at all of them, so three answers suffice. */
const DOORS_TRIED = 3;

interface Tried {
  /** Replicas without a PIN to try, or whose PIN all doors refused. A replica that was not tried in time is left out and stays due. */
  finished: ReplicaWork[];
  /** Replicas not confirmed to open for nobody. */
  inDoubt: ReplicaWork[];
}

/** Tries the suspended PINs of a batch until `until` (monotonic), at least one. Throws errors that are not the device's. */
export async function trySuspended(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  { replicas, until }: { replicas: readonly ReplicaWork[]; until: number },
): Promise<Tried> {
  const tried: Tried = { finished: [], inDoubt: [] };
  let asked = 0;
  for (const replica of replicas) {
    const { desired, credential, error } = replica;
    if (!desired.content?.isSuspended) tried.finished.push(replica);
    else if (error !== null) tried.inDoubt.push(replica);
    else if (credential === null) {
      // The object was not on the device, so it cannot be suspended.
      replica.digest = null;
      replica.wakesEpoch = null;
      tried.finished.push(replica);
    } else if (asked === 0 || (worker.clock.monotonic() < until && maySend(worker, lease))) {
      asked++;
      replica.isSuspended = await isRefused(worker, lease, device, replica);
      tried[replica.isSuspended ? "finished" : "inDoubt"].push(replica);
    }
  }
  return tried;
}

/** Tells whether the PIN is refused. Any doubt counts as no: also when the device has no dry run, or does not answer. */
async function isRefused(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  { row, desired }: ReplicaWork,
): Promise<boolean> {
  const pin = desired.content?.pin;
  if (!pin || device.verifyPin === undefined) return false;
  try {
    for (const door of row.door_tokens.slice(0, DOORS_TRIED)) {
      const { granted } = await device.verifyPin(pin, door);
      if (granted) {
        worker.log.error({ controllerId: lease.controllerId, sourceId: row.source_id }, "a suspended PIN would open");
        return false;
      }
    }
    return true;
  } catch (error) {
    if (!deviceTrouble(error)) throw error;
    worker.log.warn({ err: error, controllerId: lease.controllerId }, "a suspended PIN could not be tried");
    return false;
  }
}
