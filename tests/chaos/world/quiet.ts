import { setTimeout as wait } from "node:timers/promises";
import type { Pool } from "pg";
import { paced } from "#tests/support/pace.ts";

const QUIET_WITHIN_MS = paced(60_000);
const LOOK_EVERY_MS = 25;
/** A worker that has just failed rests for seconds; it is woken instead. */
const WAKE_EVERY_MS = 500;

export async function until(fact: () => Promise<boolean>, limitMs = paced(60_000)): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!(await fact())) {
    if (performance.now() > end) return false;
    await wait(LOOK_EVERY_MS);
  }
  return true;
}

export interface Quiet {
  /** The first few things still pending after the limit; empty when quiet. */
  open: string[];
  ms: number;
}

// A replica in step whose next try has passed is due too: its validity has ended, still unnoticed.
const OPEN = `
  select concat_ws(' ', 'replica', d.controller_id, d.source_id, d.label, 'tried', d.attempts, d.last_error,
    'due in', d.next_try_at - now(), 'controller tried', s.attempts, s.last_error, 'due in', s.next_try_at - now(), 'lease', s.fence, s.lease_until - now()) as open
  from device_sync d join controllers c on c.id = d.controller_id join controller_sync s on s.controller_id = c.id
  where c.enabled and (d.pending or d.next_try_at <= now())
  union all
  select concat_ws(' ', 'controller', s.controller_id, coalesce(s.last_error, 'not compared'))
  from controller_sync s join controllers c on c.id = s.controller_id
  where c.enabled and c.device_type = 'axis'
    and (s.desired_gen > s.applied_gen or s.verify_at <= now() or s.hours_at is not null or s.last_full_at is null or s.last_error is not null)
  limit 5`;

/** Waits until nothing is pending on enabled controllers. `compare`: first in full; `wake`: also resting workers. */
export async function untilQuiet(
  admin: Pool,
  {
    limitMs = QUIET_WITHIN_MS,
    compare = false,
    wake = false,
  }: { limitMs?: number; compare?: boolean; wake?: boolean } = {},
): Promise<Quiet> {
  const began = performance.now();
  if (compare) await admin.query("update controller_sync set verify_at = now()");
  let open: string[] = [];
  let wokenAt = Number.NEGATIVE_INFINITY;
  const isQuiet = async () => {
    const { rows } = await admin.query<{ open: string }>(OPEN);
    open = rows.map((row) => row.open);
    if (open.length > 0 && wake && performance.now() - wokenAt > WAKE_EVERY_MS) {
      wokenAt = performance.now();
      await wakeWorkers(admin);
    }
    return open.length === 0;
  };
  await until(isQuiet, limitMs);
  return { open, ms: performance.now() - began };
}

/** Wakes workers in separate statements, because a worker locks a replica before its controller. */
async function wakeWorkers(admin: Pool): Promise<void> {
  await admin.query("update device_sync set next_try_at = now() where pending and next_try_at > now()");
  await admin.query("update controller_sync set next_try_at = now() where next_try_at > now()");
  await admin.query("select pg_notify('sync', '')");
}
