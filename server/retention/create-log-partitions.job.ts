// Creates access log partitions ahead of time, so no passage waits for one.

import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import { ensureLogPartitions } from "./retention.store.ts";

/** Cheap when nothing is missing. A server started in any month creates the partitions within the hour. */
const EVERY_MS = 60 * 60 * 1000;

/** Creates partitions until the signal aborts. If rounds fail, the last, open partition takes the rows. */
export async function keepLogPartitions(
  { engine, clock, log }: { engine: Pool; clock: Clock; log: Logger },
  signal: AbortSignal,
): Promise<void> {
  const rounds = { clock, log, everyMs: EVERY_MS, failed: "log partitions not made; trying again later" };
  await repeat(rounds, signal, () => ensureLogPartitions(engine));
}
