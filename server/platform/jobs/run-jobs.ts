// Runs background jobs in every server; each job itself settles which server does its work.
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";

export interface Job {
  name: string;
  run: (signal: AbortSignal) => Promise<void>;
}

/** Most first rounds take less; if all began together, each would open a separate database connection. */
const BEGIN_APART_MS = 50;

/** Starts the jobs one after the other. Resolves when all have ended; one that has not begun at the stop does not begin. */
export async function runJobs(
  jobs: readonly Job[],
  signal: AbortSignal,
  { clock, log }: { clock: Pick<Clock, "wait">; log: Pick<Logger, "error"> },
): Promise<void> {
  await Promise.all(
    jobs.map(async ({ name, run }, place) => {
      await clock.wait(place * BEGIN_APART_MS, signal).catch(() => undefined);
      if (signal.aborted) return;
      await run(signal).catch((error: unknown) => log.error({ err: error, job: name }, "a job ended unexpectedly"));
    }),
  );
}

export interface Rounds {
  clock: Clock;
  log: Pick<Logger, "warn">;
  everyMs: number;
  failed: string;
}

/** Runs rounds with pauses until `signal` aborts. An error is logged as `failed`, and the next round comes as usual. */
export async function repeat(
  { clock, log, everyMs, failed }: Rounds,
  signal: AbortSignal,
  round: () => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await round();
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, failed);
    }
    await clock.wait(everyMs, signal).catch(() => undefined);
  }
}

/** Runs the work for each item in order, until the signal aborts. A failure is logged, and the next item is still worked on. */
export async function eachAlone<T>(
  { log, failed, signal }: { log: Pick<Logger, "warn">; failed: string; signal: AbortSignal | undefined },
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    if (signal?.aborted) return;
    try {
      await work(item);
    } catch (error) {
      if (!signal?.aborted) log.warn({ err: error }, failed);
    }
  }
}
