// Carries desired state to devices in four steps: schedule (find due controllers), claim (take a lease on each), run (work on one device)
// and settle (record the outcome and end the lease).

import type pg from "pg";
import type { PendingDevice } from "#contract/functions/end-user-manager.ts";
import type { RestoreDifference } from "#contract/functions/restore-control.ts";
import type { DoorController } from "#drivers/port.ts";
import { readStoredController } from "#server/devices/stored-controller.ts";
import { listen } from "#server/platform/database/listen.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { type DoorSyncReport, syncAccessPoints } from "../doors/sync-access-points.ts";
import { compareAndRecord, compareWithoutWriting, type DriftReport, inspectController } from "../drift/public.ts";
import { followSuspensionSetting, waitForSources } from "../replicas/public.ts";
import {
  ControllerGoneError,
  clearDeviceState,
  createDevices,
  endLeasesOf,
  type Lease,
  pauseOf,
  requireLease,
  type SyncDeps,
  type SyncOptions,
  type WorkerContext,
  wakeController,
} from "../worker/public.ts";
import { createLeases } from "./claim.ts";
import { runNamed } from "./run.ts";
import { createSchedule } from "./schedule.ts";

const DEFAULTS: SyncOptions = {
  // Workers wait for devices, not for the processor: 500 controllers take two rounds instead of four.
  maxWorkers: 256,
  pollMs: 1_000,
  // Fault point: endless-leases.
  leaseSeconds: 15,
  renewMs: 5_000,
  replicasPerTurn: 100,
  turnMs: 10_000,
  compareEveryMs: 240_000,
  eventsEveryMs: 10_000,
  setBackEveryMs: 30_000,
  suspendedMs: 0,
};
const RECONNECT = { firstMs: 2_000, longestMs: 2_000 };

export interface SyncEngineDeps extends Omit<SyncDeps, "random"> {
  random?: () => number;
  options?: Partial<SyncOptions>;
  /** Direct connection for LISTEN as portal_engine; without it, polling suffices. */
  listen?: pg.ClientConfig;
  previousBootIds?: readonly string[];
}

export interface SyncEngine {
  start(): Promise<void>;
  /** Finishes and records replicas in progress, releases leases. */
  stop(): Promise<void>;
  load(): { workers: number; limit: number };
  /** Stops like a killed process: releases and records nothing. For fault campaigns. */
  abandon(): void;
  wake(): void;
  /** Resolves when these replicas are done or rest, or time is up. Throws PortalError when the database is away. */
  waitForSources(sourceIds: readonly string[], timeoutMs: number): Promise<PendingDevice[]>;
  syncNow(controllerId: string): Promise<void>;
  /** Compares a controller, read-only while paused. Throws WorkerBusyError, SyncPausedError, ControllerGoneError and DeviceError. */
  compareNow(controllerId: string): Promise<DriftReport>;
  /** Reads a held controller after a restore; writes nothing there. Throws ControllerGoneError and DeviceError. */
  inspect(controllerId: string): Promise<RestoreDifference[]>;
  rebuild(controllerId: string): Promise<void>;
  /**
   * Runs read-only `work` under the controller's lease, also while paused. Throws WorkerBusyError, ControllerGoneError, and errors of
   * `work`.
   */
  whileLeased<T>(controllerId: string, work: (leased: Leased) => Promise<T>): Promise<T>;
  /** Synchronises the doors. Throws NoAccessPointsError, WorkerBusyError, SyncPausedError, ControllerGoneError and DeviceError. */
  syncAccessPoints(controllerId: string): Promise<DoorSyncReport>;
}

/** `requireLease` throws LeaseLostError: call it before each sending. */
interface Leased {
  requireLease: () => void;
  stopping: AbortSignal;
}

/** Creates the engine, which works nothing before `start`. */
export function createSyncEngine(deps: SyncEngineDeps): SyncEngine {
  const stopping = new AbortController();
  const abandoned = new AbortController();
  const worker: WorkerContext = {
    ...deps,
    random: deps.random ?? Math.random,
    options: { ...DEFAULTS, ...deps.options },
    stopping: stopping.signal,
  };
  const devices = createDevices(worker);
  const leases = createLeases(worker, abandoned.signal);
  const schedule = createSchedule(worker, leases, devices);
  const { wake, track } = schedule;
  let loops: Promise<unknown> = Promise.resolve();

  return {
    start: async () => {
      await takeOver(worker, deps.previousBootIds ?? []);
      const listening = listenForWork(worker, deps.listen, wake);
      await followSuspensionSetting(worker.pool, worker.options.suspendedMs);
      loops = Promise.all([schedule.loops(), listening]);
    },
    stop: async () => {
      stopping.abort();
      wake();
      if (abandoned.signal.aborted) return;
      await loops;
      await schedule.allRuns();
      await devices.closeAll();
    },
    load: () => ({ workers: leases.count(), limit: worker.options.maxWorkers }),
    abandon: () => {
      abandoned.abort();
      stopping.abort();
      wake();
    },
    wake,
    waitForSources: (sourceIds, timeoutMs) => waitForSources(worker, sourceIds, timeoutMs),
    ...namedCalls(worker, { wake, onDevice, whileLeased: (id, work) => track(leases.claimNamed(id, work, true)) }),
  };

  function onDevice<T>(controllerId: string, work: DeviceWork<T>, evenPaused = false): Promise<T> {
    const run = (lease: Lease) => runNamed(worker, lease, devices, (device) => work(lease, device));
    return track(leases.claimNamed(controllerId, run, evenPaused));
  }
}

async function takeOver({ pool, log }: WorkerContext, previousBootIds: readonly string[]): Promise<void> {
  const ended = await endLeasesOf(pool, previousBootIds);
  if (ended > 0) log.info({ leases: ended }, "took over the leases of this data folder's earlier process");
}

async function listenForWork(worker: WorkerContext, config: pg.ClientConfig | undefined, onWord: () => void) {
  if (config) await listen(config, { ...worker, channel: "sync", pauses: RECONNECT, signal: worker.stopping, onWord });
}

type DeviceWork<T> = (lease: Lease, device: DoorController) => Promise<T>;

interface NamedRuns {
  wake: () => void;
  onDevice: <T>(controllerId: string, work: DeviceWork<T>, evenPaused?: boolean) => Promise<T>;
  whileLeased: <T>(controllerId: string, work: (lease: Lease) => Promise<T>) => Promise<T>;
}

/** Makes the calls about one controller that a person waits for. */
function namedCalls(
  worker: WorkerContext,
  { wake, onDevice, whileLeased }: NamedRuns,
): Pick<SyncEngine, "syncNow" | "compareNow" | "inspect" | "rebuild" | "whileLeased" | "syncAccessPoints"> {
  const { pool, stopping } = worker;
  return {
    syncNow: async (controllerId) => {
      await wakeController(pool, controllerId);
      wake();
    },
    compareNow: async (controllerId) => {
      const paused = (await pauseOf(pool, controllerId)) !== null;
      const compare = paused ? compareWithoutWriting : compareAndRecord;
      return onDevice(controllerId, (lease, device) => compare(worker, lease, device), paused);
    },
    inspect: async (controllerId) => {
      const controller = await readStoredController(pool, controllerId);
      if (controller === null) throw new ControllerGoneError();
      const own = createDevices(worker);
      try {
        return await inspectController(worker, controllerId, await own.open(controller));
      } finally {
        await own.closeAll();
      }
    },
    rebuild: async (controllerId) => {
      await transaction(pool, (client) => clearDeviceState(client, controllerId));
      wake();
    },
    whileLeased: (controllerId, work) =>
      whileLeased(controllerId, (lease) => work({ requireLease: () => requireLease(worker, lease), stopping })),
    syncAccessPoints: (controllerId) =>
      onDevice(controllerId, async (lease, device) => (await syncAccessPoints(worker, lease, device)).report),
  };
}
