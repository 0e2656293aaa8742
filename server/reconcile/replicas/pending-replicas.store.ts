import type { Pool } from "pg";
import { z } from "zod";
import { outdatedSchema } from "#contract/devices.ts";
import type { PendingDevice } from "#contract/functions/end-user-manager.ts";
import { readRows } from "#server/platform/database/read-each.ts";
import { replicaRow } from "./device-sync.store.ts";

const pendingRow = replicaRow
  .pick({ controller_id: true, source_id: true, desired_gen: true, desired: true, last_error: true })
  .extend({
    controller_name: z.string(),
    controller_error: z.string().nullable(),
    resting: z.boolean(),
    outdated: z.array(outdatedSchema),
    plate: z.boolean(),
  });
export type PendingRow = z.infer<typeof pendingRow>;

/** Returns unfinished replicas of these sources. `resting`: not tried within `soonMs`. */
export async function readPendingOf(pool: Pool, sourceIds: readonly string[], soonMs: number): Promise<PendingRow[]> {
  const { rows } = await pool.query({
    name: "pending-of",
    text: `select p.controller_id, p.source_id, p.desired_gen::text, p.desired, p.last_error, c.name as controller_name, s.last_error as controller_error,
        not c.enabled or exists (select from worker_pause) or greatest(p.next_try_at, s.next_try_at) > now() + make_interval(secs => $2) as resting,
        case when p.desired then p.outdated when p.applied_digest is null or p.suspended_until is not null then '{}' else array['access'] end as outdated,
        not private.is_door_type(c.device_type) as plate
      from private.desired_replicas p
      join controllers c on c.id = p.controller_id
      join controller_sync s on s.controller_id = p.controller_id
      where p.source_id = any ($1::uuid[]) and p.pending
      order by c.name, p.source_id`,
    values: [sourceIds, soonMs / 1000],
  });
  return readRows(pendingRow, rows);
}

/** Returns the row as the page gets it. The controller's error stands for a replica without one of its own. */
export function toPendingDevice(row: PendingRow): PendingDevice {
  const { controller_id, controller_name, source_id, desired_gen, desired, last_error, controller_error } = row;
  return {
    controller_id,
    controller_name,
    source_id: source_id,
    generation: Number(desired_gen),
    operation: desired ? "grant" : "removal",
    error: last_error ?? controller_error,
    outdated: row.outdated,
    plate: row.plate,
  };
}
