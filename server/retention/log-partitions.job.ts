// Keeps months of the access log ready ahead of time, so that no passage ever waits for a partition.

import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";

/** Cheap when there is nothing to do; often enough that a server started in any month is right within the hour. */
const EVERY_MS = 60 * 60 * 1000;

/** Runs until the signal aborts. A failure is logged and tried again: the open last partition takes rows meanwhile. */
export async function keepLogPartitions(
  { engine, clock, log }: { engine: Pool; clock: Clock; log: Logger },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await engine.query("select private.ensure_access_log_partitions()");
    } catch (error) {
      log.warn({ err: error }, "log partitions not made; trying again later");
    }
    await clock.wait(EVERY_MS, signal).catch(() => undefined);
  }
}
