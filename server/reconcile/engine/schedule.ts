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

/** Makes the schedule, which begins with `loops`. */
export function createSchedule(worker: WorkerContext, leases: Leases, devices: Devices): Schedule {
  const { options, stopping } = worker;
  const running = new Set<Promise<unknown>>();
  let isClaiming = true;
  const nextClaim = createNextClaim(worker, () => leases.count() >= options.maxWorkers - 1);
  const { wake } = nextClaim;

  async function track<T>(work: Promise<T>): Promise<T> {
    const onEnd = nextClaim.runBegins();
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
      onEnd();
    }
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
      const due = nextClaim.due();
      try {
        await claimAndRun();
        await devices.closeIdle();
      } catch (error) {
        worker.log.warn({ err: error }, "could not claim controllers");
      }
      await due();
    }
    isClaiming = false;
  }

  // The last run may begin after the stop, if it was being claimed.
  const mayRun = () => isClaiming || running.size > 0;
  return {
    loops: () => Promise.all([claimLoop(), renewLeases(worker, leases, mayRun)]),
    wake,
    track,
    allRuns: () => Promise.allSettled(running),
  };
}

/** Renews leases until nothing `mayRun` any more, or leases are abandoned. After a stop it looks more often. */
async function renewLeases(
  worker: WorkerContext,
  leases: Pick<Leases, "abandoned" | "count" | "renew">,
  mayRun: () => boolean,
): Promise<void> {
  const { renewMs } = worker.options;
  while (!leases.abandoned.aborted && mayRun()) {
    await rest(worker, worker.stopping.aborted ? Math.min(renewMs, WAIT_STEP_MS) : renewMs);
    if (leases.count() > 0 && !leases.abandoned.aborted) await leases.renew();
  }
}

/**
 * Decides when controllers are claimed again: at once after `wake`, soon after the end of a run (one claim serves several ends), and at the
 * latest after `pollMs`. `isFull`: controllers wait for a free worker.
 */
function createNextClaim(worker: WorkerContext, isFull: () => boolean) {
  const { pollMs } = worker.options;
  let woken = Promise.withResolvers<void>();
  let isGathering = false;
  let timesWoken = 0;

  async function gather(): Promise<void> {
    isGathering = true;
    await rest(worker, Math.min(isFull() ? GATHER_MS.full : GATHER_MS.idle, pollMs));
    isGathering = false;
    woken.resolve();
  }

  return {
    wake: () => {
      timesWoken += 1;
      woken.resolve();
    },
    /** Returns the function to call at the run's end. After a `wake` during the run, its end does not wait for others. */
    runBegins: () => {
      const before = timesWoken;
      return () => {
        if (timesWoken !== before) woken.resolve();
        else if (!isGathering) void gather();
      };
    },
    /** Begins a round. Returns the wait for the next one, which also ends by what has happened since this call. */
    due: () => {
      const round = Promise.withResolvers<void>();
      woken = round;
      return () => Promise.race([round.promise, rest(worker, pollMs)]);
    },
  };
}

async function rest({ clock, stopping }: WorkerContext, ms: number): Promise<void> {
  try {
    await clock.wait(ms, stopping.aborted ? undefined : stopping);
  } catch (error) {
    if (!stopping.aborted) throw error;
  }
}
