// Creates access log partitions ahead of time, so no passage waits for one.

import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import { ensureLogPartitions } from "./retention.store.ts";

/** Creates partitions until the signal aborts; a round is cheap when none is missing. If rounds fail, the last, open partition takes the rows. */
export async function keepLogPartitions(
  { engine, clock, log, everyMs }: { engine: Pool; clock: Clock; log: Logger; everyMs: number },
  signal: AbortSignal,
): Promise<void> {
  const rounds = { clock, log, everyMs, failed: "log partitions not made; trying again later" };
  await repeat(rounds, signal, () => ensureLogPartitions(engine));
}
