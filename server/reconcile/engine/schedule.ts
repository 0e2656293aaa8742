// Step 1 of the engine: looks for due controllers, starts a run for each, and renews leases while runs last.
import { type Devices, type Lease, WAIT_STEP_MS, type WorkerContext } from "../worker/public.ts";
import type { Leases } from "./claim.ts";
import { runWorker } from "./run.ts";

export interface Schedule {
  /** Claims until the worker stops, and renews leases until the last run has ended. */
  loops(): Promise<unknown>;
  wake: () => void;
  /** Counts `work` among the runs, and claims more controllers when it has ended. */
  track: <T>(work: Promise<T>) => Promise<T>;
  allRuns(): Promise<unknown>;
}

export function createSchedule(worker: WorkerContext, leases: Leases, devices: Devices): Schedule {
  const { options, stopping } = worker;
  const running = new Set<Promise<unknown>>();
  let woken = Promise.withResolvers<void>();
  let isClaiming = true;
  const wake = () => woken.resolve();

  async function track<T>(work: Promise<T>): Promise<T> {
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
      wake();
    }
  }

  async function claimAndRun(): Promise<void> {
    const { follow = (run) => run() } = worker;
    const run = (lease: Lease) => follow(() => runWorker(worker, lease, devices));
    for (const { controllerId, done } of await leases.claimDue(run)) {
      const logged = done.catch((error: unknown) => {
        worker.log.error({ err: error, controllerId }, "a worker run ended unexpectedly");
      });
      void track(logged);
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
