// One worker run: serves pending replicas in dependency order; releases the lease after some seconds.
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { DoorController } from "#drivers/port.ts";
import { noteContact, readStoredController, type StoredController } from "#server/devices/stored-controller.ts";
import { isDatabaseUnavailable } from "#server/platform/http/errors.ts";
import { BREAKER_AFTER, backOffMs, jitteredMs } from "./back-off.ts";
import { compareController } from "./compare-controller.ts";
import {
  compareSoon,
  type LaneState,
  plannedComparison,
  readLaneState,
  recordComparison,
  recordLaneFailure,
  recordLaneSuccess,
} from "./controller-lanes.store.ts";
import { deviceTrouble } from "./device-trouble.ts";
import type { Devices } from "./devices.ts";
import { wireDriftItems } from "./drift-items.ts";
import type { DriftReport } from "./drift-report.ts";
import { saveDriftReport } from "./drift-reports.store.ts";
import { keepPlateList } from "./keep-plate-list.ts";
import { type LaneContext, type Lease, LeaseLostError, maySend } from "./lane-context.ts";
import { markChangedPairs } from "./mark-changed-pairs.ts";
import { syncPairs } from "./sync-pairs.ts";

/** Largest share of a device's time for comparisons; slow ones are repeated later. */
const COMPARE_SHARE = 1 / 20;

/** Works a controller until nothing is due or time is up. Errors are recorded, never thrown. */
export async function runLaneTurn(lane: LaneContext, lease: Lease, devices: Devices): Promise<void> {
  const work = async (device: DoorController, controller: StoredController, state: LaneState) => {
    if (!controller.enabled) return;
    if (state.changed) await markChangedPairs(lane, lease, state.desiredGen);
    // Before the first write: PINs on the device must be reserved, and doors need profiles.
    if (state.neverCompared) await compareAndRecord(lane, lease, device);
    const turn = { until: lane.clock.monotonic() + lane.options.turnMs, pairsLeft: lane.options.pairsPerTurn };
    while (turn.pairsLeft > 0 && lane.clock.monotonic() < turn.until && !lane.stopping.aborted) {
      const taken = await syncPairs(lane, lease, device, turn);
      turn.pairsLeft -= taken.done;
      // New work has woken the next run.
      if (taken.all) break;
    }
    if (state.verifyDue && !state.neverCompared && !lane.stopping.aborted) await compareAndRecord(lane, lease, device);
  };
  try {
    const facts = await readFacts(lane, lease);
    if (facts && DEVICE_KINDS[facts.controller.device_type] === "gate")
      await recordingSuccess(lane, lease, facts.state, () => keepPlateList(lane, lease, facts.controller, facts.state));
    else if (facts) await onDevice(lane, lease, devices, facts, work);
  } catch (error) {
    await recordTrouble(lane, lease, devices, error);
  }
}

export async function compareAndRecord(lane: LaneContext, lease: Lease, device: DoorController): Promise<DriftReport> {
  const planned = await plannedComparison(lane.pool, lease.controllerId);
  const startedAt = lane.clock.monotonic();
  const report = await compareController(lane, lease, device);
  const took = lane.clock.monotonic() - startedAt;
  const nextMs = jitteredMs(Math.max(lane.options.compareEveryMs, took / COMPARE_SHARE), lane.random());
  if (!(await recordComparison(lane.pool, lease, { planned, nextMs }))) {
    // Profiles and orphans may have been written under a lost lease.
    await compareSoon(lane.pool, lease.controllerId);
    throw new LeaseLostError("another worker took the controller while it was compared");
  }
  await saveDriftReport(lane.pool, { ...report, items: await wireDriftItems(lane.pool, report) });
  if (report.items.length > 0) {
    lane.log.warn(
      { controllerId: lease.controllerId, drift: report.items.length },
      "a controller differs from the database",
    );
  }
  return report;
}

/** For paused workers: stores the report; the next full comparison stays due. */
export async function compareWithoutWriting(
  lane: LaneContext,
  lease: Lease,
  device: DoorController,
): Promise<DriftReport> {
  const report = await compareController(lane, lease, device, { readOnly: true });
  await saveDriftReport(lane.pool, { ...report, items: await wireDriftItems(lane.pool, report) });
  return report;
}

/** An answer clears the controller's failures. Undefined when the controller was deleted. */
export async function withDevice<T>(
  lane: LaneContext,
  lease: Lease,
  devices: Devices,
  work: (device: DoorController, controller: StoredController, state: LaneState) => Promise<T>,
): Promise<T | undefined> {
  const facts = await readFacts(lane, lease);
  return facts === null ? undefined : onDevice(lane, lease, devices, facts, work);
}

interface Facts {
  state: LaneState;
  controller: StoredController;
}

async function readFacts(lane: LaneContext, lease: Lease): Promise<Facts | null> {
  const state = await readLaneState(lane.pool, lease.controllerId);
  const controller = await readStoredController(lane.pool, lease.controllerId);
  return state && controller ? { state, controller } : null;
}

async function onDevice<T>(
  lane: LaneContext,
  lease: Lease,
  devices: Devices,
  { state, controller }: Facts,
  work: (device: DoorController, controller: StoredController, state: LaneState) => Promise<T>,
): Promise<T> {
  return recordingSuccess(lane, lease, state, async () => work(await devices.open(controller), controller, state));
}

async function recordingSuccess<T>(
  lane: LaneContext,
  lease: Lease,
  state: LaneState,
  work: () => Promise<T>,
): Promise<T> {
  const result = await work();
  if (!maySend(lane, lease)) return result;
  if (state.troubled) await recordLaneSuccess(lane.pool, lease);
  await noteContact(lane.pool, lease.controllerId);
  return result;
}

export async function recordTrouble(lane: LaneContext, lease: Lease, devices: Devices, error: unknown): Promise<void> {
  if (error instanceof LeaseLostError || isDatabaseUnavailable(error)) {
    lane.log.warn({ err: error, controllerId: lease.controllerId }, "a worker run stopped");
    return;
  }
  const code = deviceTrouble(error)?.code ?? "internal";
  lane.log[code === "internal" ? "error" : "warn"](
    { err: error, controllerId: lease.controllerId, code },
    "a controller cannot be worked",
  );
  await devices.drop(lease.controllerId);
  await recordLaneFailure(lane.pool, lease, {
    error: code,
    pauseMs: (attempts) => backOffMs(attempts, lane.random()),
    breakerAfter: BREAKER_AFTER,
  });
}
