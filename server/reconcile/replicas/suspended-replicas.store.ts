// Ends suspensions early: after a change of the setting, or to make room.
import type { Pool } from "pg";

/** Runs at start: replans suspended replicas whose end differs under the present setting. */
export async function followSuspensionSetting(pool: Pool, suspendedMs: number): Promise<void> {
  await pool.query(
    `with other as materialized (
        select c.controller_id, c.source_id from private.desired_replicas c
        where c.suspended_until > now() and abs(extract(epoch from c.suspended_until - c.ended_at) - $1) > 1),
      mine as materialized (
        select d.controller_id, d.source_id from device_sync d join other o using (controller_id, source_id)
        order by d.source_id, d.controller_id for update of d)
     update device_sync d set desired_gen = d.desired_gen + 1, next_try_at = now() from mine
     where d.controller_id = mine.controller_id and d.source_id = mine.source_id`,
    [suspendedMs / 1000],
  );
}

/** Ends the controller's suspensions at once: the next run removes their PINs from the device. */
export async function endSuspensionsOf(pool: Pool, controllerId: string): Promise<void> {
  await pool.query({
    name: "end-suspensions",
    text: `with mine as materialized (
        select source_id from device_sync where controller_id = $1 and suspended_until > now() order by source_id for update)
      update device_sync d set suspended_until = now(), desired_gen = d.desired_gen + 1, next_try_at = now() from mine
      where d.controller_id = $1 and d.source_id = mine.source_id`,
    values: [controllerId],
  });
}
