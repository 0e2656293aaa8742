// Carries desired state to devices: claims due controllers, runs a worker for each, renews leases.

import type pg from "pg";
import { reconcileErrors } from "#contract/errors/reconcile.ts";
import type { PendingDevice } from "#contract/functions/end-user-manager.ts";
import type { RestoreDifference } from "#contract/functions/restore-control.ts";
import type { DoorController } from "#drivers/port.ts";
import { readStoredController } from "#server/devices/stored-controller.ts";
import { listen } from "#server/platform/database/listen.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { isDatabaseUnavailable, PortalError } from "#server/platform/http/errors.ts";
import { type DoorSyncReport, syncAccessPoints } from "../doors/sync-access-points.ts";
import type { DriftReport } from "../drift/drift-report.ts";
import { inspectController } from "../drift/inspect-controller.ts";
import { wakeExpired } from "../replicas/device-sync.store.ts";
import { followSuspensionSetting } from "../replicas/suspended-replicas.store.ts";
import {
  claimWorker,
  claimWorkers,
  clearDeviceState,
  endLeasesOf,
  pauseOf,
  releaseWorker,
  renewWorkers,
  type WorkerKey,
  wakeController,
} from "../worker/controller-workers.store.ts";
import { deviceTrouble } from "../worker/device-trouble.ts";
import { createDevices } from "../worker/devices.ts";
import {
  atFaultPoint,
  type Lease,
  LeaseLostError,
  requireLease,
  type SyncDeps,
  type SyncOptions,
  type WorkerContext,
} from "../worker/worker-context.ts";
import { type PendingRow, readPendingOf, toPendingDevice } from "./pending-replicas.store.ts";
import { compareAndRecord, compareWithoutWriting, recordTrouble, runWorker, withDevice } from "./worker-run.ts";

const DEFAULTS: SyncOptions = {
  // They wait for devices, not for the processor: 500 controllers take two turns instead of four.
  maxWorkers: 256,
  pollMs: 1_000,
  // Fault point: endless-leases.
  leaseSeconds: 15,
  renewMs: 5_000,
  replicasPerTurn: 100,
  turnMs: 10_000,
  compareEveryMs: 240_000,
  eventsEveryMs: 10_000,
  suspendedMs: 0,
};
const RECONNECT = { firstMs: 2_000, longestMs: 2_000 };
const WAIT_STEP_MS = 100;
/** How long a named call waits for the running worker: one run and some. */
const NAMED_WORKER_WAIT_MS = 15_000;
const GONE = "the controller does not exist any more";

export interface SyncEngineDeps extends Omit<SyncDeps, "random"> {
  random?: () => number;
  options?: Partial<SyncOptions>;
  /** Direct connection for LISTEN as portal_engine; without it polling suffices. */
  listen?: pg.ClientConfig;
  previousBootIds?: readonly string[];
}

export interface SyncEngine {
  start(): Promise<void>;
  /** Finishes and records replicas in progress, releases leases. */
  stop(): Promise<void>;
  load(): { workers: number; limit: number };
  /** As a killed process: releases and records nothing. For fault campaigns. */
  abandon(): void;
  wake(): void;
  /** Resolves when these replicas are done or rest, or time is up. @throws PortalError when the database is away */
  waitForSources(sourceIds: readonly string[], timeoutMs: number): Promise<PendingDevice[]>;
  syncNow(controllerId: string): Promise<void>;
  /** Read-only while paused. @throws WorkerBusyError, SyncPausedError, ControllerGoneError, DeviceError */
  compareNow(controllerId: string): Promise<DriftReport>;
  /** Reads a held controller after a restore; writes nothing there. @throws ControllerGoneError, DeviceError */
  inspect(controllerId: string): Promise<RestoreDifference[]>;
  rebuild(controllerId: string): Promise<void>;
  /** Reading beside the worker, also while paused. @throws WorkerBusyError, ControllerGoneError, what `work` throws */
  whileLeased<T>(controllerId: string, work: (leased: Leased) => Promise<T>): Promise<T>;
  /** @throws NoAccessPointsError, WorkerBusyError, SyncPausedError, ControllerGoneError, DeviceError */
  syncAccessPoints(controllerId: string): Promise<DoorSyncReport>;
}

/** `requireLease` throws LeaseLostError: call it before each sending. */
interface Leased {
  requireLease: () => void;
  stopping: AbortSignal;
}

/** Another worker has the controller and did not finish in time, or took it over. */
export class WorkerBusyError extends Error {
  override name = "WorkerBusyError";
}

export class ControllerGoneError extends Error {
  override name = "ControllerGoneError";
}

export class SyncPausedError extends Error {
  override name = "SyncPausedError";
}

export function createSyncEngine(deps: SyncEngineDeps): SyncEngine {
  const options = { ...DEFAULTS, ...deps.options };
  const stopping = new AbortController();
  const worker: WorkerContext = { ...deps, random: deps.random ?? Math.random, options, stopping: stopping.signal };
  const devices = createDevices(worker);
  const leases = new Map<string, Lease>();
  const unreleased = new Set<Lease>();
  const running = new Set<Promise<unknown>>();
  const dead = new AbortController();
  let woken = Promise.withResolvers<void>();
  let loops: Promise<unknown> = Promise.resolve();
  let isClaiming = true;
  const owner = { owner: deps.bootId, leaseSeconds: options.leaseSeconds };

  function wake(): void {
    woken.resolve();
  }

  /** Renews the lease during `work`, then releases it. */
  async function withLease<T>(key: WorkerKey, renewedAt: number, work: (lease: Lease) => Promise<T>): Promise<T> {
    const lease: Lease = { ...key, renewedAt, lost: false };
    leases.set(key.controllerId, lease);
    try {
      return await work(lease);
    } finally {
      leases.delete(key.controllerId);
      if (!dead.signal.aborted) await release(lease);
    }
  }

  async function release(lease: Lease): Promise<void> {
    try {
      await releaseWorker(worker.pool, lease, deps.bootId);
      await atFaultPoint(worker, "8_released", lease);
    } catch (error) {
      // Retries the release, so a brief database outage does not block the controller until expiry.
      unreleased.add(lease);
      worker.log.warn({ err: error, controllerId: lease.controllerId }, "a lease could not be released");
    }
  }

  /** The fence protects a lease taken meanwhile. */
  async function releaseLeftOvers(): Promise<void> {
    for (const lease of unreleased) {
      await releaseWorker(worker.pool, lease, deps.bootId);
      unreleased.delete(lease);
    }
  }

  async function claimAndRun(): Promise<void> {
    await releaseLeftOvers();
    await wakeExpired(worker.pool);
    const room = options.maxWorkers - leases.size;
    if (room <= 0) return;
    const claimedAt = worker.clock.monotonic();
    const keys = await claimWorkers(worker.pool, { ...owner, limit: room });
    for (const key of keys) {
      const turn = withLease(key, claimedAt, (lease) => runWorker(worker, lease, devices)).catch((error: unknown) => {
        worker.log.error({ err: error, controllerId: key.controllerId }, "a worker run ended unexpectedly");
      });
      void track(turn);
    }
  }

  async function track<T>(work: Promise<T>): Promise<T> {
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
      wake();
    }
  }

  async function claimLoop(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers<void>();
      try {
        await claimAndRun();
        await devices.closeIdle();
      } catch (error) {
        worker.log.warn({ err: error }, "could not claim controllers");
      }
      await Promise.race([woken.promise, rest(options.pollMs)]);
    }
    isClaiming = false;
  }

  /** Outlives the last run, which may begin after the stop: its claim was on the way. */
  async function renewLoop(): Promise<void> {
    while (!dead.signal.aborted && (isClaiming || running.size > 0)) {
      await rest(Math.min(options.renewMs, stopping.signal.aborted ? WAIT_STEP_MS : options.renewMs));
      if (leases.size > 0 && !dead.signal.aborted) await renew();
    }
  }

  async function renew(): Promise<void> {
    const sentAt = worker.clock.monotonic();
    const held = [...leases.values()];
    try {
      const renewed = await renewWorkers(worker.pool, held, owner);
      // Unrenewed leases age and stop sending.
      for (const lease of held) if (renewed.has(lease.controllerId)) lease.renewedAt = sentAt;
    } catch (error) {
      worker.log.warn({ err: error }, "leases could not be renewed");
    }
  }

  /** Null: the database does not answer; ask again. */
  async function pendingOf(sourceIds: readonly string[], leftMs: number): Promise<PendingRow[] | null> {
    try {
      return await readPendingOf(worker.pool, sourceIds, Math.max(leftMs, 0));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      if (leftMs > 0) return null;
      throw new PortalError(reconcileErrors.saved_unconfirmed(), { cause: error });
    }
  }

  async function rest(ms: number): Promise<void> {
    try {
      await worker.clock.wait(ms, stopping.signal.aborted ? undefined : stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    }
  }

  /** Waits for the controller's lease. `evenPaused`: for read-only work. */
  async function withWorkerOf<T>(
    controllerId: string,
    work: (lease: Lease) => Promise<T>,
    evenPaused: boolean,
  ): Promise<T> {
    const until = worker.clock.monotonic() + NAMED_WORKER_WAIT_MS;
    for (;;) {
      const claimedAt = worker.clock.monotonic();
      const key = await claimWorker(worker.pool, controllerId, { ...owner, evenPaused });
      if (key) return withLease(key, claimedAt, work);
      if ((await readStoredController(worker.pool, controllerId)) === null) throw new ControllerGoneError(GONE);
      const pause = evenPaused ? null : await pauseOf(worker.pool, controllerId);
      if (pause) throw new SyncPausedError(`all workers are paused: ${pause.reason}`);
      if (worker.clock.monotonic() > until)
        throw new WorkerBusyError("the controller is being worked; try again in a moment");
      await worker.clock.wait(WAIT_STEP_MS);
    }
  }

  async function onDevice<T>(
    controllerId: string,
    work: (lease: Lease, device: DoorController) => Promise<T>,
    evenPaused = false,
  ): Promise<T> {
    const attempt = async (lease: Lease) => {
      try {
        return { value: await withDevice(worker, lease, devices, (device) => work(lease, device)) };
      } catch (error) {
        if (deviceTrouble(error)) await recordTrouble(worker, lease, devices, error);
        // A missing row explains whatever failed first.
        if ((await readStoredController(worker.pool, controllerId)) === null)
          throw new ControllerGoneError(GONE, { cause: error });
        if (error instanceof LeaseLostError) throw new WorkerBusyError("another worker took over", { cause: error });
        throw error;
      }
    };
    const { value } = await track(withWorkerOf(controllerId, attempt, evenPaused));
    if (value === undefined) throw new ControllerGoneError(GONE);
    return value;
  }

  return {
    start: async () => {
      const ended = await endLeasesOf(worker.pool, deps.previousBootIds ?? []);
      if (ended > 0) worker.log.info({ leases: ended }, "took over the leases of this data folder's earlier process");
      const listening = deps.listen
        ? listen(deps.listen, { ...worker, channel: "sync", pauses: RECONNECT, signal: stopping.signal, onWord: wake })
        : Promise.resolve();
      await followSuspensionSetting(worker.pool, options.suspendedMs);
      loops = Promise.all([claimLoop(), renewLoop(), listening]);
    },
    stop: async () => {
      stopping.abort();
      wake();
      if (dead.signal.aborted) return;
      await loops;
      await Promise.allSettled(running);
      await devices.closeAll();
    },
    load: () => ({ workers: leases.size, limit: options.maxWorkers }),
    abandon: () => {
      dead.abort();
      stopping.abort();
      wake();
    },
    wake,
    waitForSources: async (sourceIds, timeoutMs) => {
      const until = worker.clock.monotonic() + timeoutMs;
      for (;;) {
        const left = until - worker.clock.monotonic();
        const pending = await pendingOf(sourceIds, left);
        if (pending !== null && (left <= 0 || pending.every((row) => row.resting))) return pending.map(toPendingDevice);
        await worker.clock.wait(Math.min(WAIT_STEP_MS, left));
      }
    },
    syncNow: async (controllerId) => {
      await wakeController(worker.pool, controllerId);
      wake();
    },
    compareNow: async (controllerId) => {
      const paused = (await pauseOf(worker.pool, controllerId)) !== null;
      const compare = paused ? compareWithoutWriting : compareAndRecord;
      return onDevice(controllerId, (lease, device) => compare(worker, lease, device), paused);
    },
    inspect: async (controllerId) => {
      const controller = await readStoredController(worker.pool, controllerId);
      if (controller === null) throw new ControllerGoneError(GONE);
      const own = createDevices(worker);
      try {
        return await inspectController(worker, controllerId, await own.open(controller));
      } finally {
        await own.closeAll();
      }
    },
    rebuild: async (controllerId) => {
      await transaction(worker.pool, (client) => clearDeviceState(client, controllerId));
      wake();
    },
    whileLeased: (controllerId, work) => {
      const leased = (lease: Lease) =>
        work({ requireLease: () => requireLease(worker, lease), stopping: stopping.signal });
      return track(withWorkerOf(controllerId, leased, true));
    },
    syncAccessPoints: (controllerId) =>
      onDevice(controllerId, (lease, device) => syncAccessPoints(worker, lease, device)),
  };
}
