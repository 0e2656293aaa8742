// Step 3 of the engine: one run on one controller. Serves pending replicas in dependency order for some seconds.
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { DoorController } from "#drivers/port.ts";
import { readStoredController, type StoredController } from "#server/devices/stored-controller.ts";
import { collectDoorEvents, keepDoorStates, lockEndedHolds, readEventCursor } from "../door-events/public.ts";
import { renewHours } from "../doors/renew-hours.ts";
import { compareAndRecord, compareIfItCan } from "../drift/public.ts";
import { keepPlateList } from "../plate-lists/keep-plate-list.ts";
import { bumpChangedReplicas, syncReplicas } from "../replicas/public.ts";
import {
  ControllerGoneError,
  type Devices,
  deviceTrouble,
  type Lease,
  LeaseLostError,
  readWorkerState,
  WorkerBusyError,
  type WorkerContext,
  type WorkerState,
} from "../worker/public.ts";
import { settleSuccess, settleTrouble } from "./settle.ts";

interface Facts {
  state: WorkerState;
  controller: StoredController;
}

/** Works a controller until nothing is due or time is up. Returns true when replicas are left. Errors are recorded, never thrown. */
export async function runWorker(worker: WorkerContext, lease: Lease, devices: Devices): Promise<boolean> {
  try {
    const facts = await readFacts(worker, lease);
    if (facts === null) return false;
    const { controller, state } = facts;
    return await settleSuccess(worker, lease, state, async () => {
      if (DEVICE_KINDS[controller.device_type] !== "gate")
        return await workDoors(worker, lease, await devices.open(controller), facts);
      await keepPlateList(worker, lease, controller, state);
      return false;
    });
  } catch (error) {
    await settleTrouble(worker, lease, devices, error);
    return false;
  }
}

/** Runs a named call on the device. Throws ControllerGoneError, WorkerBusyError and DeviceError. */
export async function runNamed<T>(
  worker: WorkerContext,
  lease: Lease,
  devices: Devices,
  work: (device: DoorController) => Promise<T>,
): Promise<T> {
  try {
    const facts = await readFacts(worker, lease);
    if (facts === null) throw new ControllerGoneError();
    const { controller, state } = facts;
    return await settleSuccess(worker, lease, state, async () => work(await devices.open(controller)));
  } catch (error) {
    if (deviceTrouble(error)) await settleTrouble(worker, lease, devices, error);
    // If the row is gone, that explains any earlier failure.
    if ((await readStoredController(worker.pool, lease.controllerId)) === null)
      throw new ControllerGoneError({ cause: error });
    if (error instanceof LeaseLostError) throw new WorkerBusyError("another worker took over", { cause: error });
    throw error;
  }
}

async function readFacts(worker: WorkerContext, lease: Lease): Promise<Facts | null> {
  const state = lease.found ?? (await readWorkerState(worker.pool, lease.controllerId));
  const controller = await readStoredController(worker.pool, lease.controllerId);
  return state && controller ? { state, controller } : null;
}

/** Returns true when replicas are left. */
async function workDoors(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  { controller, state }: Facts,
): Promise<boolean> {
  if (state.holdOver) await lockEndedHolds(worker, lease, device);
  if (state.paused) return false;
  // A controller that is switched off is contacted only to lock doors that were held unlocked.
  if (!controller.enabled) {
    const { statesAt } = await readEventCursor(worker.pool, lease.controllerId);
    const news = { hasLog: true, changed: new Set<string>(), gap: false, statesDue: true, statesAt };
    await keepDoorStates(worker, lease, device, news);
    return false;
  }
  if (state.changed) await bumpChangedReplicas(worker, lease, state.desiredGen);
  // Done before the first write: PINs on the device must be reserved, and doors need profiles.
  if (state.neverCompared) await compareAndRecord(worker, lease, device);
  const areLeft = await writeReplicas(worker, lease, device);
  if (worker.stopping.aborted) return areLeft;
  // A comparison that is due writes the hours too.
  if (state.hoursAt !== null && !state.verifyDue && !state.neverCompared)
    await renewHours(worker, lease, device, state.hoursAt);
  // Done before a comparison, which takes seconds: among many controllers one is always being compared. Trouble with the log does not keep
  // a controller from being compared.
  const [looked] = await Promise.allSettled([lookAtDoors(worker, lease, device)]);
  if (state.verifyDue && !state.neverCompared && !worker.stopping.aborted) await compareIfItCan(worker, lease, device);
  if (looked.status === "rejected") throw looked.reason;
  return areLeft;
}

/** Returns true when replicas are left. */
async function writeReplicas(worker: WorkerContext, lease: Lease, device: DoorController): Promise<boolean> {
  const { clock, options, stopping } = worker;
  const turn = { until: clock.monotonic() + options.turnMs, replicasLeft: options.replicasPerTurn };
  while (turn.replicasLeft > 0 && clock.monotonic() < turn.until && !stopping.aborted) {
    const taken = await syncReplicas(worker, lease, device, turn);
    turn.replicasLeft -= taken.done;
    // New work has already woken the next run.
    if (taken.all) return false;
  }
  return true;
}

async function lookAtDoors(worker: WorkerContext, lease: Lease, device: DoorController): Promise<void> {
  await keepDoorStates(worker, lease, device, await collectDoorEvents(worker, lease, device));
}
