// Step 4 of the engine: records how a run ended, and gives the lease back.
import { recordContact } from "#server/devices/stored-controller.ts";
import { isDatabaseUnavailable } from "#server/platform/http/errors.ts";
import {
  atFaultPoint,
  type Devices,
  deviceTrouble,
  type Lease,
  LeaseLostError,
  maySend,
  recordAway,
  recordWorkerSuccess,
  releaseWorker,
  type WorkerContext,
  type WorkerState,
} from "../worker/public.ts";

/** Records a success: an answer clears the controller's failures. */
export async function settleSuccess<T>(
  worker: WorkerContext,
  lease: Lease,
  { troubled }: Pick<WorkerState, "troubled">,
  work: () => Promise<T>,
): Promise<T> {
  const result = await work();
  if (!maySend(worker, lease)) return result;
  if (troubled) await recordWorkerSuccess(worker.pool, lease);
  await recordContact(worker.pool, lease.controllerId);
  return result;
}

/** Records why a run failed and when the next one is due. Records nothing without the lease or the database. */
export async function settleTrouble(
  worker: WorkerContext,
  lease: Lease,
  devices: Devices,
  error: unknown,
): Promise<void> {
  if (error instanceof LeaseLostError || isDatabaseUnavailable(error)) {
    worker.log.warn({ err: error, controllerId: lease.controllerId }, "a worker run stopped");
    return;
  }
  const code = deviceTrouble(error)?.code ?? "internal";
  worker.log[code === "internal" ? "error" : "warn"](
    { err: error, controllerId: lease.controllerId, code },
    "a controller cannot be worked",
  );
  await devices.drop(lease.controllerId);
  await recordAway(worker, lease, code);
}

interface Releases {
  /** Releases a lease. If that fails it is retried later, so that a brief database outage does not block the controller until expiry. */
  release(lease: Lease): Promise<void>;
  /** Retries failed releases; the fence protects a lease taken meanwhile. */
  releaseLeftOvers(): Promise<void>;
}

/** Creates the return of leases. One that cannot be returned now is tried again by `releaseLeftOvers`. */
export function createReleases(worker: WorkerContext): Releases {
  const unreleased = new Set<Lease>();
  return {
    release: async (lease) => {
      try {
        await releaseWorker(worker.pool, lease, worker.bootId);
        await atFaultPoint(worker, "8_released", lease);
      } catch (error) {
        unreleased.add(lease);
        worker.log.warn({ err: error, controllerId: lease.controllerId }, "a lease could not be released");
      }
    },
    releaseLeftOvers: async () => {
      for (const lease of unreleased) {
        await releaseWorker(worker.pool, lease, worker.bootId);
        unreleased.delete(lease);
      }
    },
  };
}
