// Step 2 of the engine: takes controllers under a lease, so that only one worker at a time works on each.
import { readStoredController } from "#server/devices/stored-controller.ts";
import { wakeExpired } from "../replicas/public.ts";
import {
  ControllerGoneError,
  claimWorker,
  claimWorkers,
  type Lease,
  pauseOf,
  renewWorkers,
  SyncPausedError,
  WAIT_STEP_MS,
  WorkerBusyError,
  type WorkerContext,
  type WorkerKey,
  wakeSetBack,
} from "../worker/public.ts";
import { createReleases } from "./settle.ts";

/** Time that a named call waits for the running worker: slightly more than one run. */
const NAMED_WORKER_WAIT_MS = 15_000;

type Work<T> = (lease: Lease) => Promise<T>;

export interface Leases {
  count(): number;
  /** When aborted, nothing more is released or renewed. */
  abandoned: AbortSignal;
  /** Starts `work` on as many due controllers as there is room for. */
  claimDue<T>(work: Work<T>): Promise<{ controllerId: string; done: Promise<T> }[]>;
  /**
   * Waits for the controller's lease. `evenPaused`: for read-only work. Throws WorkerBusyError, SyncPausedError, ControllerGoneError, and
   * errors of `work`.
   */
  claimNamed<T>(controllerId: string, work: Work<T>, evenPaused: boolean): Promise<T>;
  renew(): Promise<void>;
}

/** Creates the leases of this process. Claims nothing by itself. */
export function createLeases(worker: WorkerContext, abandoned: AbortSignal): Leases {
  const { pool, clock, options, bootId } = worker;
  const leases = new Map<string, Lease>();
  const releases = createReleases(worker);
  const owner = { owner: bootId, leaseSeconds: options.leaseSeconds };
  let lookedForSetBackAt = Number.NEGATIVE_INFINITY;

  /** Renews the lease during `work`, then releases it. */
  async function withLease<T>(key: WorkerKey & Pick<Lease, "found">, renewedAt: number, work: Work<T>): Promise<T> {
    const lease: Lease = { ...key, renewedAt, lost: false };
    leases.set(key.controllerId, lease);
    try {
      return await work(lease);
    } finally {
      leases.delete(key.controllerId);
      if (!abandoned.aborted) await releases.release(lease);
    }
  }

  // Only now and then, since claims are many and clocks are set back seldom.
  async function wakeAfterSetBack(): Promise<void> {
    if (clock.monotonic() - lookedForSetBackAt < options.setBackEveryMs) return;
    const setBack = await wakeSetBack(pool);
    lookedForSetBackAt = clock.monotonic();
    if (setBack > 0) worker.log.warn({ controllers: setBack }, "the clock was set back: controllers are tried at once");
  }

  return {
    count: () => leases.size,
    abandoned,
    claimDue: async (work) => {
      await releases.releaseLeftOvers();
      await wakeExpired(pool);
      await wakeAfterSetBack();
      const room = options.maxWorkers - leases.size;
      if (room <= 0) return [];
      const claimedAt = clock.monotonic();
      const keys = await claimWorkers(pool, { ...owner, limit: room });
      return keys.map((key) => ({ controllerId: key.controllerId, done: withLease(key, claimedAt, work) }));
    },
    claimNamed: async (controllerId, work, evenPaused) => {
      const until = clock.monotonic() + NAMED_WORKER_WAIT_MS;
      for (;;) {
        const claimedAt = clock.monotonic();
        const key = await claimWorker(pool, controllerId, { ...owner, evenPaused });
        if (key) return withLease(key, claimedAt, work);
        await requireClaimable(worker, controllerId, evenPaused);
        if (clock.monotonic() > until)
          throw new WorkerBusyError("the controller is being worked; try again in a moment");
        await clock.wait(WAIT_STEP_MS);
      }
    },
    renew: async () => {
      const sentAt = clock.monotonic();
      const held = [...leases.values()];
      try {
        const renewed = await renewWorkers(pool, held, owner);
        // A lease that is not renewed expires, and its worker stops sending.
        for (const lease of held) if (renewed.has(lease.controllerId)) lease.renewedAt = sentAt;
      } catch (error) {
        worker.log.warn({ err: error }, "leases could not be renewed");
      }
    },
  };
}

/** Throws ControllerGoneError or SyncPausedError when waiting for the lease is of no use. */
async function requireClaimable({ pool }: WorkerContext, controllerId: string, evenPaused: boolean): Promise<void> {
  if ((await readStoredController(pool, controllerId)) === null) throw new ControllerGoneError();
  const pause = evenPaused ? null : await pauseOf(pool, controllerId);
  if (pause) throw new SyncPausedError(`all workers are paused: ${pause.reason}`);
}
