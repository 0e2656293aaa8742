// When a controller is compared in full, and when the hours of its doors are written.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import type { WorkerKey } from "./controller-workers.store.ts";

/** Schedules a full comparison. Never call it in a transaction with replicas: workers lock in the other order. */
export async function compareSoon(pool: Pool, controllerId: string): Promise<void> {
  await pool.query("update controller_sync set verify_at = now() where controller_id = $1", [controllerId]);
}

export interface ComparisonBegun {
  /** When the comparison was due, to the microsecond; null when none was, or the controller is gone. */
  planned: string | null;
  /** When schedules of this controller last changed; the comparison writes them. Null: not since they were written. */
  hoursAt: string | null;
  /** By the database's clock. */
  begunAt: string;
}

/** Returns the state before a comparison begins, for `recordComparison`. */
export async function beginComparison(pool: Pool, controllerId: string): Promise<ComparisonBegun> {
  const { rows } = await pool.query({
    name: "begin-comparison",
    text: `select s.verify_at::text as planned, s.hours_at::text as "hoursAt", clock_timestamp()::text as "begunAt"
      from (select) one left join controller_sync s on s.controller_id = $1`,
    values: [controllerId],
  });
  const text = z.string().nullable();
  const [begun] = z.tuple([z.object({ planned: text, hoursAt: text, begunAt: z.string() })]).parse(rows);
  return begun;
}

/**
 * Records a comparison. The next is due in `nextMs`, or at once if requested since it began. It is dated by its beginning, because edits at
 * the device during the reading may be missing. Returns false when the lease was lost.
 */
export async function recordComparison(
  pool: Pool,
  worker: WorkerKey,
  { begun, nextMs }: { begun: ComparisonBegun; nextMs: number },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "record-comparison",
    text: `update controller_sync set last_full_at = $5::timestamptz, compare_error = null,
        verify_at = least(now() + make_interval(secs => $3), case when verify_at is distinct from $4::timestamptz then verify_at end),
        hours_at = nullif(hours_at, $6::timestamptz)
      where controller_id = $1 and fence = $2`,
    values: [worker.controllerId, worker.fence, nextMs / 1000, begun.planned, begun.begunAt, begun.hoursAt],
  });
  return rowCount === 1;
}

/**
 * Records a failed comparison. The controller answers other calls, so only its comparison waits: for `nextMs`, or not at all if one was
 * requested since it began.
 */
export async function recordFailedComparison(
  pool: Pool,
  worker: WorkerKey,
  { error, begun, nextMs }: { error: string; begun: ComparisonBegun; nextMs: number },
): Promise<void> {
  await pool.query(
    `update controller_sync set compare_error = $3, last_error = $3,
       verify_at = least(now() + make_interval(secs => $4), case when verify_at is distinct from $5::timestamptz then verify_at end)
     where controller_id = $1 and fence = $2`,
    [worker.controllerId, worker.fence, error, nextMs / 1000, begun.planned],
  );
}

/** Records that the hours changed at `hoursAt` are on the device. Returns false when they changed again, or the lease was lost. */
export async function recordHours(client: PoolClient, worker: WorkerKey, hoursAt: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "update controller_sync set hours_at = null where controller_id = $1 and fence = $2 and hours_at = $3::timestamptz",
    [worker.controllerId, worker.fence, hoursAt],
  );
  return rowCount === 1;
}
