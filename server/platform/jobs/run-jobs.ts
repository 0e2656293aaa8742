// Background jobs, in every server; each job settles which server runs it.
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";

export interface Job {
  name: string;
  run: (signal: AbortSignal) => Promise<void>;
}

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
  failed: string;
}

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
