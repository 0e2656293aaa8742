// Deletes expired passages in small batches, and drops whole months that no organisation keeps. One server at a time.
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";
import { deleteNearMisses } from "#server/gates/forget-near-misses.ts";
import { deleteGateAddresses } from "#server/gates/gate-addresses.ts";
import { eachAlone, repeat } from "#server/platform/jobs/run-jobs.ts";
import {
  deleteDeletedRows,
  deleteDoorOrders,
  deleteExpired,
  deleteExpiredEvents,
  deletePassages,
  deleteSharedEvents,
  dropOldMonths,
  type Expired,
  RETENTION_BATCH,
  type RetentionPlan,
  readRetention,
  recordFirstOpenings,
  recordForgotten,
  versionDeletions,
} from "./retention.store.ts";

/** Rests twice as long as it worked, so that it uses at most a third of one connection's time. */
const REST_SHARE = 2;

export interface ForgetDeps {
  engine: Pool;
  clock: Clock;
  log: Pick<Logger, "info" | "warn">;
}

/** Deletes every `everyMs` until `signal` aborts. */
export async function keepForgetting(
  { engine, clock, log, everyMs }: ForgetDeps & { everyMs: number },
  signal: AbortSignal,
): Promise<void> {
  const rounds = { clock, log, everyMs, failed: "old passages were not forgotten; trying again later" };
  await repeat(rounds, signal, () => deleteOldPassages({ engine, clock, log }, signal));
}

/** Runs one round; returns how much was deleted. A kind of rows that fails does not stop the others. */
export async function deleteOldPassages(
  { engine, clock, log }: ForgetDeps,
  signal?: AbortSignal,
): Promise<{ rows: number; months: number }> {
  await recordFirstOpenings(engine);
  const plan = await readRetention(engine);
  const months = await dropOldMonths(engine, plan.longest);
  let rows = 0;
  // Another server does the work.
  let isElsewhere = false;
  await eachAlone(
    { log, failed: "one kind of old rows was not forgotten", signal },
    batchesOf(engine, plan),
    async (deleteBatch) => {
      for (let deleted: number | null = RETENTION_BATCH; deleted === RETENTION_BATCH && !isElsewhere; ) {
        if (signal?.aborted) return;
        const startedAt = clock.monotonic();
        deleted = await deleteBatch();
        isElsewhere = deleted === null;
        rows += deleted ?? 0;
        if (deleted === RETENTION_BATCH)
          await clock.wait((clock.monotonic() - startedAt) * REST_SHARE, signal).catch(() => undefined);
      }
    },
  );
  if (isElsewhere || signal?.aborted) return { rows, months };
  await eachAlone(
    { log, failed: "one kind of old rows was not forgotten", signal },
    [
      () => deletePassages(engine),
      () => deleteGateAddresses(engine),
      () => deleteNearMisses(engine),
      () => deleteDeletedRows(engine),
      () => deleteSharedEvents(engine, plan.longest),
      ...versionDeletions(engine, plan.longest),
      () => deleteDoorOrders(engine, plan.longest),
    ],
    (forget) => forget(),
  );
  if (rows > 0 || months > 0) {
    await recordForgotten(engine, { rows, months });
    log.info({ rows, months }, "old passages forgotten");
  }
  return { rows, months };
}

function batchesOf(engine: Pool, plan: RetentionPlan): (() => Promise<number | null>)[] {
  return expiredBy(plan).flatMap((expired) => [
    () => deleteExpired(engine, expired),
    () => deleteExpiredEvents(engine, expired),
  ]);
}

/** Returns the expired groups, organisations first. Passages that then remain at a controller belong to no organisation or are kept. */
function expiredBy({ controllers, organizations }: RetentionPlan): Expired[] {
  return [
    ...organizations.map(({ id, days }): Expired => ({ kind: "organization", organizationId: id, days })),
    ...controllers.map(({ id, days }): Expired => ({ kind: "nobodys", controllerId: id, days })),
  ];
}
