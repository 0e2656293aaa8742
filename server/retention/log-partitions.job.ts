// Keeps months of the access log ready ahead of time, so that no passage ever waits for a partition.

import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";
import { repeat } from "#server/platform/jobs/run-jobs.ts";

/** Cheap when there is nothing to do; often enough that a server started in any month is right within the hour. */
const EVERY_MS = 60 * 60 * 1000;

/** Runs until the signal aborts. While a round fails, the open last partition takes rows. */
export async function keepLogPartitions(
  { engine, clock, log }: { engine: Pool; clock: Clock; log: Logger },
  signal: AbortSignal,
): Promise<void> {
  const rounds = { clock, log, everyMs: EVERY_MS, failed: "log partitions not made; trying again later" };
  await repeat(rounds, signal, () => engine.query("select private.ensure_access_log_partitions()"));
}
