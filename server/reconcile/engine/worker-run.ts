// One worker run: serves pending replicas in dependency order; releases the lease after some seconds.
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { DoorController } from "#drivers/port.ts";
import { readStoredController, recordContact, type StoredController } from "#server/devices/stored-controller.ts";
import { isDatabaseUnavailable } from "#server/platform/http/errors.ts";
import { collectDoorEvents } from "../door-events/collect-door-events.ts";
import { readEventCursor } from "../door-events/door-events.store.ts";
import { keepDoorStates, lockEndedHolds } from "../door-events/keep-door-states.ts";
import { compareController } from "../drift/compare-controller.ts";
import { wireDriftItems } from "../drift/drift-items.ts";
import type { DriftReport } from "../drift/drift-report.ts";
import { saveDriftReport } from "../drift/drift-reports.store.ts";
import { keepPlateList } from "../plate-lists/keep-plate-list.ts";
import { bumpChangedReplicas } from "../replicas/bump-changed-replicas.ts";
import { syncReplicas } from "../replicas/sync-replicas.ts";
import { BREAKER_AFTER, backOffMs, jitteredMs } from "../worker/back-off.ts";
import {
  beginComparison,
  compareSoon,
  readWorkerState,
  recordComparison,
  recordFailedComparison,
  recordWorkerFailure,
  recordWorkerSuccess,
  type WorkerState,
} from "../worker/controller-workers.store.ts";
import { deviceTrouble } from "../worker/device-trouble.ts";
import type { Devices } from "../worker/devices.ts";
import { type Lease, LeaseLostError, maySend, type WorkerContext } from "../worker/worker-context.ts";

/** Largest share of a device's time for comparisons; slow ones are repeated later. */
const COMPARE_SHARE = 1 / 20;

/** Works a controller until nothing is due or time is up. Errors are recorded, never thrown. */
export async function runWorker(worker: WorkerContext, lease: Lease, devices: Devices): Promise<void> {
  const work = async (device: DoorController, controller: StoredController, state: WorkerState) => {
    if (state.holdOver) await lockEndedHolds(worker, lease, device);
    if (state.paused) return;
    // Switched off, it is contacted only to lock what was held unlocked.
    if (!controller.enabled) {
      const { statesAt } = await readEventCursor(worker.pool, lease.controllerId);
      const news = { hasLog: true, changed: new Set<string>(), gap: false, statesDue: true, statesAt };
      return await keepDoorStates(worker, lease, device, news);
    }
    if (state.changed) await bumpChangedReplicas(worker, lease, state.desiredGen);
    // Before the first write: PINs on the device must be reserved, and doors need profiles.
    if (state.neverCompared) await compareAndRecord(worker, lease, device);
    const turn = {
      until: worker.clock.monotonic() + worker.options.turnMs,
      replicasLeft: worker.options.replicasPerTurn,
    };
    while (turn.replicasLeft > 0 && worker.clock.monotonic() < turn.until && !worker.stopping.aborted) {
      const taken = await syncReplicas(worker, lease, device, turn);
      turn.replicasLeft -= taken.done;
      // New work has woken the next run.
      if (taken.all) break;
    }
    if (worker.stopping.aborted) return;
    // Before a comparison, which takes seconds: of many controllers one is always compared. Nor does trouble with the log keep
    // a controller from being compared.
    const [looked] = await Promise.allSettled([lookAtDoors(worker, lease, device)]);
    if (state.verifyDue && !state.neverCompared && !worker.stopping.aborted)
      await compareIfItCan(worker, lease, device);
    if (looked.status === "rejected") throw looked.reason;
  };
  try {
    const facts = await readFacts(worker, lease);
    if (facts && DEVICE_KINDS[facts.controller.device_type] === "gate")
      await recordingSuccess(worker, lease, facts.state, () =>
        keepPlateList(worker, lease, facts.controller, facts.state),
      );
    else if (facts) await onDevice(worker, lease, devices, facts, work);
  } catch (error) {
    await recordTrouble(worker, lease, devices, error);
  }
}

async function lookAtDoors(worker: WorkerContext, lease: Lease, device: DoorController): Promise<void> {
  await keepDoorStates(worker, lease, device, await collectDoorEvents(worker, lease, device));
}

/** About what a comparison reads; others concern the whole controller. */
const COMPARE_CODES = new Set([
  "nonsense_reply",
  "reply_too_large",
  "device_fault",
  "item_not_found",
  "unsupported_firmware",
]);
const COMPARE_AGAIN_MS = 60_000;

/** A unit that served its people in this run and cannot be compared keeps no removal waiting; that is its error all the same. */
async function compareIfItCan(worker: WorkerContext, lease: Lease, device: DoorController): Promise<void> {
  try {
    await compareAndRecord(worker, lease, device);
  } catch (error) {
    const code = deviceTrouble(error)?.code;
    if (code === undefined || !COMPARE_CODES.has(code)) throw error;
    worker.log.warn({ err: error, controllerId: lease.controllerId, code }, "a controller cannot be compared");
    await recordFailedComparison(worker.pool, lease, code, jitteredMs(COMPARE_AGAIN_MS, worker.random()));
  }
}

export async function compareAndRecord(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
): Promise<DriftReport> {
  const begun = await beginComparison(worker.pool, lease.controllerId);
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

/** For paused workers: stores the report; the next full comparison stays due. */
export async function compareWithoutWriting(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
): Promise<DriftReport> {
  const report = await compareController(worker, lease, device, { readOnly: true });
  await saveDriftReport(worker.pool, { ...report, items: await wireDriftItems(worker.pool, report) });
  return report;
}

/** An answer clears the controller's failures. Undefined when the controller was deleted. */
export async function withDevice<T>(
  worker: WorkerContext,
  lease: Lease,
  devices: Devices,
  work: (device: DoorController, controller: StoredController, state: WorkerState) => Promise<T>,
): Promise<T | undefined> {
  const facts = await readFacts(worker, lease);
  return facts === null ? undefined : onDevice(worker, lease, devices, facts, work);
}

interface Facts {
  state: WorkerState;
  controller: StoredController;
}

async function readFacts(worker: WorkerContext, lease: Lease): Promise<Facts | null> {
  const state = await readWorkerState(worker.pool, lease.controllerId);
  const controller = await readStoredController(worker.pool, lease.controllerId);
  return state && controller ? { state, controller } : null;
}

async function onDevice<T>(
  worker: WorkerContext,
  lease: Lease,
  devices: Devices,
  { state, controller }: Facts,
  work: (device: DoorController, controller: StoredController, state: WorkerState) => Promise<T>,
): Promise<T> {
  return recordingSuccess(worker, lease, state, async () => work(await devices.open(controller), controller, state));
}

async function recordingSuccess<T>(
  worker: WorkerContext,
  lease: Lease,
  state: WorkerState,
  work: () => Promise<T>,
): Promise<T> {
  const result = await work();
  if (!maySend(worker, lease)) return result;
  if (state.troubled) await recordWorkerSuccess(worker.pool, lease);
  await recordContact(worker.pool, lease.controllerId);
  return result;
}

export async function recordTrouble(
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
  await recordWorkerFailure(worker.pool, lease, {
    error: code,
    pauseMs: (attempts) => backOffMs(attempts, worker.random()),
    breakerAfter: BREAKER_AFTER,
  });
}
