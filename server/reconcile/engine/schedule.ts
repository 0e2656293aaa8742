// Step 1 of the engine: looks for due controllers, starts a run for each, and renews leases while runs last.
import { type Devices, type Lease, WAIT_STEP_MS, type WorkerContext } from "../worker/public.ts";
import type { Leases } from "./claim.ts";
import { runWorker } from "./run.ts";

/**
 * A claim asks about every controller, so the ends of runs are gathered for one: for a short while where controllers wait for a free worker, and
 * else for as long as nobody notices.
 */
const GATHER_MS = { full: 50, idle: 250 };

export interface Schedule {
  /** Claims until the worker stops, and renews leases until the last run has ended. */
  loops(): Promise<unknown>;
  /** Claims at once: there may be new work. */
  wake: () => void;
  /** Counts `work` among the runs. Claims more controllers after its end, at once if new work has come meanwhile. */
  track: <T>(work: Promise<T>) => Promise<T>;
  allRuns(): Promise<unknown>;
}

export function createSchedule(worker: WorkerContext, leases: Leases, devices: Devices): Schedule {
  const { options, stopping } = worker;
  const running = new Set<Promise<unknown>>();
  let woken = Promise.withResolvers<void>();
  let isClaiming = true;
  let isGathering = false;
  let timesWoken = 0;
  const wake = () => {
    timesWoken += 1;
    woken.resolve();
  };

  async function track<T>(work: Promise<T>): Promise<T> {
    const before = timesWoken;
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
      if (timesWoken !== before) woken.resolve();
      else if (!isGathering) void gather();
    }
  }

  async function gather(): Promise<void> {
    isGathering = true;
    const isFull = leases.count() >= options.maxWorkers - 1;
    await rest(worker, Math.min(isFull ? GATHER_MS.full : GATHER_MS.idle, options.pollMs));
    isGathering = false;
    woken.resolve();
  }

  async function claimAndRun(): Promise<void> {
    const { follow = (run) => run() } = worker;
    const run = (lease: Lease) => follow(() => runWorker(worker, lease, devices));
    for (const { controllerId, done } of await leases.claimDue(run)) {
      const settled = done.then(
        (areLeft) => {
          if (areLeft) wake();
        },
        (error: unknown) => worker.log.error({ err: error, controllerId }, "a worker run ended unexpectedly"),
      );
      void track(settled);
    }
  }

  async function claimLoop(): Promise<void> {
    while (!stopping.aborted) {
      woken = Promise.withResolvers<void>();
      try {
        await claimAndRun();
        await devices.closeIdle();
      } catch (error) {
        worker.log.warn({ err: error }, "could not claim controllers");
      }
      await Promise.race([woken.promise, rest(worker, options.pollMs)]);
    }
    isClaiming = false;
  }

  /** Renews leases until the last run has ended. That run may begin after the stop, if it was being claimed. */
  async function renewLoop(): Promise<void> {
    while (!leases.abandoned.aborted && (isClaiming || running.size > 0)) {
      await rest(worker, Math.min(options.renewMs, stopping.aborted ? WAIT_STEP_MS : options.renewMs));
      if (leases.count() > 0 && !leases.abandoned.aborted) await leases.renew();
    }
  }

  return {
    loops: () => Promise.all([claimLoop(), renewLoop()]),
    wake,
    track,
    allRuns: () => Promise.allSettled(running),
  };
}

async function rest({ clock, stopping }: WorkerContext, ms: number): Promise<void> {
  try {
    await clock.wait(ms, stopping.aborted ? undefined : stopping);
  } catch (error) {
    if (!stopping.aborted) throw error;
  }
}
