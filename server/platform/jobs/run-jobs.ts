// Background jobs, in every server; each job settles which server runs it.
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";

export interface Job {
  name: string;
  /** Ends when the signal aborts and in-flight work is done. */
  run: (signal: AbortSignal) => Promise<void>;
}

/** Resolves when all jobs have ended. */
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
  /** Logged when a round fails. */
  failed: string;
}

/** Repeats until the signal aborts; a failed round is logged. */
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
