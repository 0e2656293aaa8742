// Work that goes on beside the requests, in every server; which of them does it, each job settles for itself.
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";

export interface Job {
  name: string;
  /** Ends when the signal aborts and what is under way is done. */
  run: (signal: AbortSignal) => Promise<void>;
}

/** Starts them all; resolves when all have ended. */
export async function runJobs(jobs: readonly Job[], signal: AbortSignal, log: Pick<Logger, "error">): Promise<void> {
  await Promise.all(
    jobs.map(async ({ name, run }) =>
      run(signal).catch((error: unknown) => log.error({ err: error, job: name }, "a job ended unexpectedly")),
    ),
  );
}

export interface Rounds {
  clock: Clock;
  log: Pick<Logger, "warn">;
  everyMs: number;
  /** Said when a round fails. */
  failed: string;
}

/** One round after another until the signal aborts. A round that fails is logged and the next one tries again. */
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
