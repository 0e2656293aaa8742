// Searches the log for readings that nearly match a plate of their gate, and counts each camera's readings by day. It reads committed
// passages, so no answer waits for it and a restart loses none. One server at a time runs it, and it opens nothing.
import type { Pool } from "pg";
import type { Logger } from "pino";
import { rankPlates, SHORTEST_CONFUSED, shapesOf } from "#contract/near-plate.ts";
import { readPlate } from "#contract/plate.ts";
import type { Clock } from "#drivers/clock.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import { countCameraDays } from "./camera-days.store.ts";
import {
  findNearPlates,
  lockProgress,
  type NearMiss,
  readPassages,
  recordAliasUse,
  recordProgress,
  storeNearMisses,
  type Unmatched,
} from "./near-misses.store.ts";

/** Limits the cost of a flood of reads; a log more than a day ahead is not caught up with. */
const PASSAGES_A_ROUND = 500;
const ERASED = "RADERAD";

export interface NearMissJobDeps {
  engine: Pool;
  clock: Clock;
  log: Pick<Logger, "warn">;
}

/** Looks every `everyMs`, and five times as often while it is behind, until `signal` aborts. */
export async function keepLookingForNearMisses(
  { engine, clock, log, everyMs }: NearMissJobDeps & { everyMs: number },
  signal: AbortSignal,
) {
  const rounds = { clock, log, everyMs, failed: "near misses were not looked for; trying again soon" };
  await repeat(rounds, signal, async () => {
    while (!signal.aborted && (await lookForNearMisses(engine)) === PASSAGES_A_ROUND) {
      // The job is behind, but waits all the same: gates come first.
      await clock.wait(everyMs / 5, signal).catch(() => undefined);
    }
  });
}

/** Runs one round; returns how many passages it looked at, or null when another server is running. */
export async function lookForNearMisses(engine: Pool): Promise<number | null> {
  return transaction(engine, async (client) => {
    const from = await lockProgress(client);
    if (from === null) return null;
    const passages = await readPassages(client, from, PASSAGES_A_ROUND);
    if (passages.until === null) return 0;
    await recordAliasUse(client, passages.granted);
    const readings = passages.unmatched.filter(isPlate);
    const plates = readings.length === 0 ? [] : await findNearPlates(client, readings.map(shaped));
    const misses = readings.map((reading, at): NearMiss => {
      const near = plates.filter(({ place }) => place === at + 1);
      return { reading, candidates: rankPlates(reading.plateKey, near) };
    });
    await storeNearMisses(client, misses);
    const unclear = misses.filter(({ candidates }) => candidates.length > 0).map(({ reading }) => reading);
    await countCameraDays(client, passages.days, [...unclear, ...passages.granted]);
    await recordProgress(client, passages.until);
    return passages.rows;
  });
}

const isPlate = ({ plateNumber, plateKey }: Unmatched): boolean =>
  readPlate(plateNumber) === plateKey && plateKey.length >= SHORTEST_CONFUSED && plateNumber !== ERASED;

const shaped = ({ controllerId, plateKey }: Unmatched) => ({ controllerId, shapes: shapesOf(plateKey) });
