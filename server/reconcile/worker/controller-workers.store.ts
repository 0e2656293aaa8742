// Leases in controller_sync. Unlike advisory locks, they outlive a paused process by seconds and work through poolers.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { readRows } from "#server/platform/database/read-each.ts";

/** The fence rises with each claim and never repeats. */
export interface WorkerKey {
  controllerId: string;
  fence: string;
  /** Since when the controller was due. A time changed during the run is somebody's request to try again at once. */
  dueAt: string;
}

const claimed = z.object({ controller_id: z.string(), fence: z.string(), due_at: z.string() });

/** An expired, unreleased lease hides an unknown last write, so a full comparison follows. */
const TAKE_OVER_CHECK = "2 minutes";

/** A first comparison that was interrupted shows only by a missing last_full_at. */
const DUE = `(
    s.desired_gen > s.applied_gen
    or s.last_full_at is null
    or s.verify_at <= now()
    or s.hours_at is not null
    or exists (select from device_sync d where d.controller_id = s.controller_id and d.pending and d.next_try_at <= now())
    or exists (select from device_sync d where d.controller_id = s.controller_id and not d.pending and d.next_try_at <= now())
    or (exists (select from controllers c where c.id = s.controller_id and private.is_door_type(c.device_type))
      and not exists (select from door_event_cursors e where e.controller_id = s.controller_id and e.next_read_at > now() and e.states_at > now()))
  )`;
/**
 * A gate has work when it keeps a plate list, or kept one whose plates may remain. A controller that is switched off has work while the
 * portal may have left a door unlocked.
 */
const WORKABLE = `(exists (select from controllers c where c.id = s.controller_id and c.enabled and (private.is_door_type(c.device_type) or c.list_sync
  or exists (select from device_sync d where d.controller_id = c.id)))
  or exists (select from access_points a join door_holds h on h.access_point_id = a.id where a.controller_id = s.controller_id
    and h.end_confirmed_at is null and h.sent_at is not null))`;
/** Holds of the controller of row `s` that have ended without a reading that shows the door locked. */
const ENDED_HOLDS = `from access_points a join door_holds h on h.access_point_id = a.id
  where a.controller_id = s.controller_id and h.end_confirmed_at is null and h.sent_at is not null and (h.ended_at is not null or h.until <= now())`;
/** One row pauses every worker; a restored controller waits for its comparison (pauseOf). */
const NOT_PAUSED = "not exists (select from worker_pause) and restored_at is null";
/** A pause leaves no door unlocked past its time: nothing new is written meanwhile, but doors are locked. */
// Fault point: sent-though-restored.
const WORKABLE_NOW = `restored_at is null and (not exists (select from worker_pause) or (exists (select ${ENDED_HOLDS})
  and not exists (select from door_event_cursors e where e.controller_id = s.controller_id and e.states_at > now())))`;
/** Longest pause between tries while an ended hold is unconfirmed, however long the controller was away. */
const RELOCK_TRY_SECONDS = 15;
const TAKE = `update controller_sync s set
    lease_owner = $1,
    lease_until = clock_timestamp() + make_interval(secs => $2),
    fence = fence + 1,
    verify_at = case when lease_owner is null then verify_at else least(verify_at, now() + interval '${TAKE_OVER_CHECK}') end`;

const STATE = `desired_gen::text, desired_gen > applied_gen as changed, coalesce(verify_at <= now(), false) as verify_due,
  last_full_at is null as never_compared, attempts > 0 or last_error is not null or breaker_open_since is not null as troubled,
  exists (select from worker_pause) as paused, exists (select ${ENDED_HOLDS}) as hold_over, hours_at::text`;
const workerState = z.object({
  desired_gen: z.string(),
  changed: z.boolean(),
  verify_due: z.boolean(),
  never_compared: z.boolean(),
  troubled: z.boolean(),
  paused: z.boolean(),
  hold_over: z.boolean(),
  hours_at: z.string().nullable(),
});

/** Claims up to `limit` due, unleased controllers, longest due first. */
export async function claimWorkers(
  pool: Pool,
  { owner, leaseSeconds, limit }: { owner: string; leaseSeconds: number; limit: number },
): Promise<(WorkerKey & { found: WorkerState })[]> {
  const { rows } = await pool.query({
    name: "claim-workers",
    text: `${TAKE} where controller_id in (
        select s.controller_id from controller_sync s
        where s.lease_until < clock_timestamp() and s.next_try_at <= now() and ${WORKABLE_NOW} and ${WORKABLE} and ${DUE}
        order by s.next_try_at limit $3 for update of s skip locked)
      returning controller_id, fence::text, next_try_at::text as due_at, ${STATE}`,
    values: [owner, leaseSeconds, limit],
  });
  return readRows(claimed.extend(workerState.shape), rows).map((row) => ({ ...toKey(row), found: toState(row) }));
}

/**
 * Claims one controller, due or not, enabled or not. Returns null while it is leased, or paused unless `evenPaused` (read-only callers).
 */
export async function claimWorker(
  pool: Pool,
  controllerId: string,
  { owner, leaseSeconds, evenPaused = false }: { owner: string; leaseSeconds: number; evenPaused?: boolean },
): Promise<WorkerKey | null> {
  const { rows } = await pool.query({
    name: "claim-worker",
    text: `${TAKE} where controller_id in (
        select controller_id from controller_sync where controller_id = $3 and lease_until < clock_timestamp()
          and ($4 or ${NOT_PAUSED}) for update skip locked)
      returning controller_id, fence::text, next_try_at::text as due_at`,
    values: [owner, leaseSeconds, controllerId, evenPaused],
  });
  const [row] = z.array(claimed).parse(rows);
  return row ? toKey(row) : null;
}

/** Renews leases; returns those that this process still has. Skips locked rows, since waiting would let the others expire. */
export async function renewWorkers(
  pool: Pool,
  workers: readonly WorkerKey[],
  { owner, leaseSeconds }: { owner: string; leaseSeconds: number },
): Promise<Set<string>> {
  const { rows } = await pool.query({
    name: "renew-workers",
    text: `update controller_sync set lease_until = clock_timestamp() + make_interval(secs => $2)
      where controller_id in (
        select s.controller_id from controller_sync s
        join unnest($3::uuid[], $4::bigint[]) as mine (controller_id, fence) using (controller_id, fence)
        where s.lease_owner = $1 for update of s skip locked)
      returning controller_id`,
    values: [owner, leaseSeconds, workers.map((worker) => worker.controllerId), workers.map((worker) => worker.fence)],
  });
  return new Set(readRows(claimed.pick({ controller_id: true }), rows).map((row) => row.controller_id));
}

/** Releases a controller to the end of the queue, so that endless work does not starve others. */
export async function releaseWorker(pool: Pool, worker: WorkerKey, owner: string): Promise<void> {
  await pool.query({
    name: "release-worker",
    text: `update controller_sync set lease_owner = null, lease_until = '-infinity', next_try_at = greatest(next_try_at, now())
      where controller_id = $1 and fence = $2 and lease_owner = $3`,
    values: [worker.controllerId, worker.fence, owner],
  });
}

/** Ends the leases of a dead process of the same data folder and schedules full comparisons. */
export async function endLeasesOf(pool: Pool, owners: readonly string[]): Promise<number> {
  const { rowCount } = await pool.query(
    `update controller_sync set lease_owner = null, lease_until = '-infinity', fence = fence + 1,
       verify_at = least(verify_at, now() + interval '${TAKE_OVER_CHECK}')
     where lease_owner = any ($1)`,
    [owners],
  );
  return rowCount ?? 0;
}

/** Locks the row until the transaction ends; false when the lease is lost. */
export async function holdsLease(client: PoolClient, worker: WorkerKey, owner: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "holds-lease",
    text: "select from controller_sync where controller_id = $1 and fence = $2 and lease_owner = $3 for share",
    values: [worker.controllerId, worker.fence, owner],
  });
  return rowCount === 1;
}

/** Records a success. The error of a failed comparison stays until one succeeds. */
export async function recordWorkerSuccess(pool: Pool, worker: WorkerKey): Promise<void> {
  await pool.query({
    name: "worker-success",
    text: `update controller_sync set attempts = 0, last_error = compare_error, breaker_open_since = null, next_try_at = now()
      where controller_id = $1 and fence = $2`,
    values: [worker.controllerId, worker.fence],
  });
}

/**
 * Delays the next attempt by the number of failures, unless somebody asked for one meanwhile. The delay ends when a hold of the controller
 * ends, and is seconds while an ended hold is unconfirmed.
 */
export async function recordWorkerFailure(
  pool: Pool,
  worker: WorkerKey,
  failure: { error: string; pauseMs: (attempts: number) => number; breakerAfter: number },
): Promise<void> {
  const { rows } = await pool.query({
    name: "worker-attempts",
    text: "select attempts + 1 as attempts from controller_sync where controller_id = $1 and fence = $2",
    values: [worker.controllerId, worker.fence],
  });
  const [row] = z.array(z.object({ attempts: z.number() })).parse(rows);
  if (!row) return;
  await pool.query({
    name: "worker-failure",
    text: `update controller_sync s set attempts = $3, last_error = $4,
        next_try_at = case when next_try_at = $7::timestamptz then least(now() + make_interval(secs => $5),
            (select min(greatest(least(h.ended_at, h.until), now() + make_interval(secs => ${RELOCK_TRY_SECONDS})))
             from access_points a join door_holds h on h.access_point_id = a.id
             where a.controller_id = s.controller_id and h.end_confirmed_at is null and h.sent_at is not null))
          else least(next_try_at, now()) end,
        breaker_open_since = coalesce(breaker_open_since, case when $6 then now() end)
      where controller_id = $1 and fence = $2`,
    values: [
      worker.controllerId,
      worker.fence,
      row.attempts,
      failure.error,
      failure.pauseMs(row.attempts) / 1000,
      row.attempts >= failure.breakerAfter,
      worker.dueAt,
    ],
  });
}

export interface WorkerState {
  /** Generation of door, link and connection changes; text, since it is a bigint. */
  desiredGen: string;
  changed: boolean;
  verifyDue: boolean;
  neverCompared: boolean;
  /** The last run failed for the whole controller. */
  troubled: boolean;
  /** Paused together with all workers. */
  paused: boolean;
  /** One of its doors should have been locked again, and no reading shows that it is. */
  holdOver: boolean;
  /** When a schedule of its doors changed, to the microsecond; null: the unit has been told. */
  hoursAt: string | null;
}

/** Returns the controller's state; null when the controller is gone. */
export async function readWorkerState(pool: Pool, controllerId: string): Promise<WorkerState | null> {
  const { rows } = await pool.query({
    name: "worker-state",
    text: `select ${STATE} from controller_sync s where controller_id = $1`,
    values: [controllerId],
  });
  const [row] = z.array(workerState).parse(rows);
  return row === undefined ? null : toState(row);
}

const toState = (row: z.infer<typeof workerState>): WorkerState => ({
  desiredGen: row.desired_gen,
  changed: row.changed,
  verifyDue: row.verify_due,
  neverCompared: row.never_compared,
  troubled: row.troubled,
  paused: row.paused,
  holdOver: row.hold_over,
  hoursAt: row.hours_at,
});

/**
 * Ends every pause of the controller and its replicas. Later pauses begin short again; otherwise a failure just after the request would
 * rest for minutes. Uses two statements: see compareSoon.
 */
export async function wakeController(pool: Pool, controllerId: string): Promise<void> {
  await pool.query(
    "update device_sync set next_try_at = now() where controller_id = $1 and pending and next_try_at > now()",
    [controllerId],
  );
  await pool.query("update controller_sync set next_try_at = now(), attempts = 0 where controller_id = $1", [
    controllerId,
  ]);
}

/** Records that the unit counts validity in whole days, because its type does or a read-back showed it. Returns true when that is new. */
export async function recordWholeDays(engine: Pool, id: string): Promise<boolean> {
  const { rowCount } = await engine.query({
    name: "note-whole-days",
    text: "update controllers set whole_days = true where id = $1 and not whole_days",
    values: [id],
  });
  return rowCount === 1;
}

/** Records that changes up to `generation` have reached every affected replica. */
export async function recordControllerApplied(
  client: PoolClient,
  controllerId: string,
  generation: string,
): Promise<void> {
  await client.query("update controller_sync set applied_gen = greatest(applied_gen, $2) where controller_id = $1", [
    controllerId,
    generation,
  ]);
}

function toKey(row: z.infer<typeof claimed>): WorkerKey {
  return { controllerId: row.controller_id, fence: row.fence, dueAt: row.due_at };
}

/** Forgets identity and confirmations of replaced hardware, so that everything is written again. */
export async function clearDeviceState(client: PoolClient, controllerId: string): Promise<void> {
  await client.query(
    "update controllers set cert_sha256 = null, serial = null, whole_days = false, keeps_hours = null where id = $1",
    [controllerId],
  );
  await client.query(
    `update controller_sync set desired_gen = desired_gen + 1, attempts = 0, last_error = null, compare_error = null, breaker_open_since = null,
       next_try_at = now(), last_full_at = null, verify_at = null where controller_id = $1`,
    [controllerId],
  );
  await client.query(
    `with mine as (select source_id from device_sync where controller_id = $1 order by source_id for update)
     update device_sync d set desired_gen = d.desired_gen + 1, applied_digest = null, attempts = 0, last_error = null, next_try_at = now()
     from mine where d.controller_id = $1 and d.source_id = mine.source_id`,
    [controllerId],
  );
  await client.query("select pg_notify('sync', '')");
}

/** Returns why nothing is sent to the controller: all workers are paused, or a restore waits to be confirmed. Null: neither. */
export async function pauseOf(pool: Pool, controllerId: string): Promise<{ pausedAt: Date; reason: string } | null> {
  const { rows } = await pool.query(
    `select paused_at as "pausedAt", reason from worker_pause
     union all select restored_at, 'restored from a back-up and not confirmed' from controller_sync where controller_id = $1 and restored_at is not null`,
    [controllerId],
  );
  return z.array(z.object({ pausedAt: z.date(), reason: z.string() })).parse(rows)[0] ?? null;
}
