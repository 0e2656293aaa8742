// Compares a controller, stores the report and plans the next comparison.
import type { DoorController } from "#drivers/port.ts";
import {
  beginComparison,
  type ComparisonBegun,
  compareSoon,
  jitteredMs,
  type Lease,
  LeaseLostError,
  recordComparison,
  recordFailedComparison,
  troubleOfOneCall,
  type WorkerContext,
} from "../worker/public.ts";
import { compareController, type DriftReport } from "./compare-controller.ts";
import { wireDriftItems } from "./drift-items.ts";
import { saveDriftReport } from "./drift-reports.store.ts";

/** Largest share of a device's time for comparisons; slow ones are repeated later. */
const COMPARE_SHARE = 1 / 20;
const COMPARE_AGAIN_MS = 60_000;

/**
 * Compares a controller if it can be compared. A unit that served its people in this run but cannot be compared must not delay removals;
 * the failed comparison is still the unit's error.
 */
export async function compareIfItCan(worker: WorkerContext, lease: Lease, device: DoorController): Promise<void> {
  const begun = await beginComparison(worker.pool, lease.controllerId);
  try {
    await compareFrom(begun, worker, lease, device);
  } catch (error) {
    const code = troubleOfOneCall(error);
    if (code === null) throw error;
    worker.log.warn({ err: error, controllerId: lease.controllerId, code }, "a controller cannot be compared");
    const nextMs = jitteredMs(COMPARE_AGAIN_MS, worker.random());
    await recordFailedComparison(worker.pool, lease, { error: code, begun, nextMs });
  }
}

/**
 * Compares a controller and plans the next comparison, later for a slow one. Throws DeviceError, and LeaseLostError when nothing was
 * recorded.
 */
export async function compareAndRecord(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
): Promise<DriftReport> {
  return await compareFrom(await beginComparison(worker.pool, lease.controllerId), worker, lease, device);
}

async function compareFrom(
  begun: ComparisonBegun,
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
): Promise<DriftReport> {
  const startedAt = worker.clock.monotonic();
  const report = await compareController(worker, lease, device);
  const took = worker.clock.monotonic() - startedAt;
  const nextMs = jitteredMs(Math.max(worker.options.compareEveryMs, took / COMPARE_SHARE), worker.random());
  if (!(await recordComparison(worker.pool, lease, { begun, nextMs }))) {
    // Profiles and orphans may have been written under a lost lease.
    await compareSoon(worker.pool, lease.controllerId);
    throw new LeaseLostError("another worker took the controller while it was compared");
  }
  await saveDriftReport(worker.pool, { ...report, items: await wireDriftItems(worker.pool, report) });
  if (report.items.length > 0) {
    worker.log.warn(
      { controllerId: lease.controllerId, drift: report.items.length },
      "a controller differs from the database",
    );
  }
  return report;
}

/** Compares a paused controller: stores the report, and the next full comparison stays due. */
export async function compareWithoutWriting(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
): Promise<DriftReport> {
  const report = await compareController(worker, lease, device, { readOnly: true });
  await saveDriftReport(worker.pool, { ...report, items: await wireDriftItems(worker.pool, report) });
  return report;
}
