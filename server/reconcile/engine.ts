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
import {
  claimLane,
  claimLanes,
  endLeasesOf,
  forgetDevice,
  type LaneKey,
  pauseOf,
  releaseLane,
  renewLanes,
  wakeController,
} from "./controller-lanes.store.ts";
import { wakeExpired } from "./device-sync.store.ts";
import { deviceTrouble } from "./device-trouble.ts";
import { createDevices } from "./devices.ts";
import type { DriftReport } from "./drift-report.ts";
import { inspectController } from "./inspect-controller.ts";
import {
  atFaultPoint,
  type LaneContext,
  type Lease,
  LeaseLostError,
  type SyncDeps,
  type SyncOptions,
} from "./lane-context.ts";
import { compareAndRecord, compareWithoutWriting, recordTrouble, runLaneTurn, withDevice } from "./lane-turn.ts";
import { type PendingRow, readPendingOf } from "./pending-copies.store.ts";
import { type DoorSyncReport, syncAccessPoints } from "./sync-access-points.ts";

const DEFAULTS: SyncOptions = {
  maxLanes: 128,
  pollMs: 1_000,
  // Fault point: endless-leases.
  leaseSeconds: 15,
  renewMs: 5_000,
  pairsPerTurn: 100,
  turnMs: 10_000,
  compareEveryMs: 240_000,
};
const RECONNECT = { firstMs: 2_000, longestMs: 2_000 };
const WAIT_STEP_MS = 100;
/** How long a named call waits for the running worker: one run and some. */
const NAMED_LANE_WAIT_MS = 15_000;
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
  load(): { lanes: number; limit: number };
  /** As a killed process: releases and records nothing. For fault campaigns. */
  abandon(): void;
  wake(): void;
  /** Resolves when these replicas are done or rest, or time is up. @throws PortalError when the database is away */
  waitForHolders(holderIds: readonly string[], timeoutMs: number): Promise<PendingDevice[]>;
  syncNow(controllerId: string): Promise<void>;
  /** Read-only while paused. @throws LaneBusyError, LanesPausedError, ControllerGoneError, DeviceError */
  compareNow(controllerId: string): Promise<DriftReport>;
  /** Reads a held controller after a restore; writes nothing there. @throws ControllerGoneError, DeviceError */
  inspect(controllerId: string): Promise<RestoreDifference[]>;
  rebuild(controllerId: string): Promise<void>;
  /** @throws NoAccessPointsError, LaneBusyError, LanesPausedError, ControllerGoneError, DeviceError */
  syncAccessPoints(controllerId: string): Promise<DoorSyncReport>;
}

/** Another worker has the controller and did not finish in time, or took it over. */
export class LaneBusyError extends Error {
  override name = "LaneBusyError";
}

export class ControllerGoneError extends Error {
  override name = "ControllerGoneError";
}

export class LanesPausedError extends Error {
  override name = "LanesPausedError";
}

export function createSyncEngine(deps: SyncEngineDeps): SyncEngine {
  const options = { ...DEFAULTS, ...deps.options };
  const stopping = new AbortController();
  const lane: LaneContext = { ...deps, random: deps.random ?? Math.random, options, stopping: stopping.signal };
  const devices = createDevices(lane);
  const leases = new Map<string, Lease>();
  const unreleased = new Set<Lease>();
  const running = new Set<Promise<unknown>>();
  const dead = new AbortController();
  let poke = Promise.withResolvers<void>();
  let loops: Promise<unknown> = Promise.resolve();
  const owner = { owner: deps.bootId, leaseSeconds: options.leaseSeconds };

  function wake(): void {
    poke.resolve();
  }

  /** Renews the lease during `work`, then releases it. */
  async function withLease<T>(key: LaneKey, renewedAt: number, work: (lease: Lease) => Promise<T>): Promise<T> {
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
      await releaseLane(lane.pool, lease, deps.bootId);
      await atFaultPoint(lane, "8_released", lease);
    } catch (error) {
      // Retries the release, so a brief database outage does not block the controller until expiry.
      unreleased.add(lease);
      lane.log.warn({ err: error, controllerId: lease.controllerId }, "a lease could not be released");
    }
  }

  /** The fence protects a lease taken meanwhile. */
  async function releaseLeftOvers(): Promise<void> {
    for (const lease of unreleased) {
      await releaseLane(lane.pool, lease, deps.bootId);
      unreleased.delete(lease);
    }
  }

  async function claimAndRun(): Promise<void> {
    await releaseLeftOvers();
    await wakeExpired(lane.pool);
    const room = options.maxLanes - leases.size;
    if (room <= 0) return;
    const claimedAt = lane.clock.monotonic();
    const keys = await claimLanes(lane.pool, { ...owner, limit: room });
    for (const key of keys) {
      const turn = withLease(key, claimedAt, (lease) => runLaneTurn(lane, lease, devices)).catch((error: unknown) => {
        lane.log.error({ err: error, controllerId: key.controllerId }, "a worker run ended unexpectedly");
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
      poke = Promise.withResolvers<void>();
      try {
        await claimAndRun();
        await devices.closeIdle();
      } catch (error) {
        lane.log.warn({ err: error }, "could not claim controllers");
      }
      await Promise.race([poke.promise, rest(options.pollMs)]);
    }
  }

  async function renewLoop(): Promise<void> {
    while (!dead.signal.aborted && !(stopping.signal.aborted && running.size === 0)) {
      await rest(Math.min(options.renewMs, stopping.signal.aborted ? WAIT_STEP_MS : options.renewMs));
      if (leases.size > 0 && !dead.signal.aborted) await renew();
    }
  }

  async function renew(): Promise<void> {
    const sentAt = lane.clock.monotonic();
    const held = [...leases.values()];
    try {
      const renewed = await renewLanes(lane.pool, held, owner);
      // Unrenewed leases age and stop sending.
      for (const lease of held) if (renewed.has(lease.controllerId)) lease.renewedAt = sentAt;
    } catch (error) {
      lane.log.warn({ err: error }, "leases could not be renewed");
    }
  }

  /** Null: the database does not answer; ask again. */
  async function pendingOf(holderIds: readonly string[], leftMs: number): Promise<PendingRow[] | null> {
    try {
      return await readPendingOf(lane.pool, holderIds, Math.max(leftMs, 0));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      if (leftMs > 0) return null;
      throw new PortalError(reconcileErrors.saved_unconfirmed(), { cause: error });
    }
  }

  async function rest(ms: number): Promise<void> {
    try {
      await lane.clock.wait(ms, stopping.signal.aborted ? undefined : stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    }
  }

  /** Waits for the controller's lease. `evenPaused`: for read-only work. */
  async function withNamedLane<T>(
    controllerId: string,
    work: (lease: Lease) => Promise<T>,
    evenPaused: boolean,
  ): Promise<T> {
    const until = lane.clock.monotonic() + NAMED_LANE_WAIT_MS;
    for (;;) {
      const claimedAt = lane.clock.monotonic();
      const key = await claimLane(lane.pool, controllerId, { ...owner, evenPaused });
      if (key) return withLease(key, claimedAt, work);
      if ((await readStoredController(lane.pool, controllerId)) === null) throw new ControllerGoneError(GONE);
      const pause = evenPaused ? null : await pauseOf(lane.pool, controllerId);
      if (pause) throw new LanesPausedError(`all lanes are paused: ${pause.reason}`);
      if (lane.clock.monotonic() > until)
        throw new LaneBusyError("the controller is being worked; try again in a moment");
      await lane.clock.wait(WAIT_STEP_MS);
    }
  }

  async function onDevice<T>(
    controllerId: string,
    work: (lease: Lease, device: DoorController) => Promise<T>,
    evenPaused = false,
  ): Promise<T> {
    const attempt = async (lease: Lease) => {
      try {
        return { value: await withDevice(lane, lease, devices, (device) => work(lease, device)) };
      } catch (error) {
        if (deviceTrouble(error)) await recordTrouble(lane, lease, devices, error);
        // A missing row explains whatever failed first.
        if ((await readStoredController(lane.pool, controllerId)) === null)
          throw new ControllerGoneError(GONE, { cause: error });
        if (error instanceof LeaseLostError) throw new LaneBusyError("another worker took over", { cause: error });
        throw error;
      }
    };
    const { value } = await track(withNamedLane(controllerId, attempt, evenPaused));
    if (value === undefined) throw new ControllerGoneError(GONE);
    return value;
  }

  return {
    start: async () => {
      const ended = await endLeasesOf(lane.pool, deps.previousBootIds ?? []);
      if (ended > 0) lane.log.info({ leases: ended }, "took over the leases of this data folder's earlier process");
      const listening = deps.listen
        ? listen(deps.listen, { ...lane, channel: "sync", pauses: RECONNECT, signal: stopping.signal, onWord: wake })
        : Promise.resolve();
      loops = Promise.all([claimLoop(), renewLoop(), listening]);
    },
    stop: async () => {
      stopping.abort();
      wake();
      if (dead.signal.aborted) return;
      await Promise.allSettled(running);
      await loops;
      await devices.closeAll();
    },
    load: () => ({ lanes: leases.size, limit: options.maxLanes }),
    abandon: () => {
      dead.abort();
      stopping.abort();
      wake();
    },
    wake,
    waitForHolders: async (holderIds, timeoutMs) => {
      const until = lane.clock.monotonic() + timeoutMs;
      for (;;) {
        const left = until - lane.clock.monotonic();
        const pending = await pendingOf(holderIds, left);
        if (pending !== null && (left <= 0 || pending.every((row) => row.resting))) return pending.map(toPendingDevice);
        await lane.clock.wait(Math.min(WAIT_STEP_MS, left));
      }
    },
    syncNow: async (controllerId) => {
      await wakeController(lane.pool, controllerId);
      wake();
    },
    compareNow: async (controllerId) => {
      const paused = (await pauseOf(lane.pool, controllerId)) !== null;
      const compare = paused ? compareWithoutWriting : compareAndRecord;
      return onDevice(controllerId, (lease, device) => compare(lane, lease, device), paused);
    },
    inspect: async (controllerId) => {
      const controller = await readStoredController(lane.pool, controllerId);
      if (controller === null) throw new ControllerGoneError(GONE);
      const own = createDevices(lane);
      try {
        return await inspectController(lane, controllerId, await own.open(controller));
      } finally {
        await own.closeAll();
      }
    },
    rebuild: async (controllerId) => {
      await transaction(lane.pool, (client) => forgetDevice(client, controllerId));
      wake();
    },
    syncAccessPoints: (controllerId) =>
      onDevice(controllerId, (lease, device) => syncAccessPoints(lane, lease, device)),
  };
}

function toPendingDevice(row: PendingRow): PendingDevice {
  const { controller_id, controller_name, wanted, last_error, controller_error } = row;
  return {
    controller_id,
    controller_name,
    operation: wanted ? "grant" : "removal",
    error: last_error ?? controller_error,
  };
}
