// Figures of each gate's camera by day. The job that reads the log counts each passage once.
import type { PoolClient } from "pg";
import type { PassagePage } from "./near-misses.store.ts";

/** Days that the rules look at, plus today. The last day of a camera that has stopped reading is kept. */
const KEPT_DAYS = 15;

export interface Unclear {
  controllerId: string;
  minutes: number;
  lastReadAt: string;
}

/**
 * Counts passages by camera and day. `unclear` counts passages that nearly matched a known car or were linked to one by a person. The last
 * reading is rounded to the hour, so that a housing association does not learn when its only car came home.
 */
export async function countCameraDays(
  client: PoolClient,
  days: PassagePage["days"],
  unclear: readonly Unclear[],
): Promise<void> {
  if (days.length === 0) return;
  await client.query({
    name: "count-camera-days",
    text: `with unclear as (
        select u.controller_id, (u.last_read_at at time zone 'Europe/Stockholm')::date as day, sum(u.minutes)::int as count
        from unnest($6::uuid[], $7::int[], $8::timestamptz[]) as u (controller_id, minutes, last_read_at) group by 1, 2)
      insert into camera_days as c (controller_id, day, reads, unread, unclear, last_read_at)
      select d.controller_id, d.day, d.reads, d.unread, coalesce(u.count, 0), date_trunc('hour', d.last_read_at)
      from unnest($1::uuid[], $2::date[], $3::int[], $4::int[], $5::timestamptz[]) as d (controller_id, day, reads, unread, last_read_at)
      join controllers k on k.id = d.controller_id
      left join unclear u on u.controller_id = d.controller_id and u.day = d.day
      order by 1, 2
      on conflict (controller_id, day) do update set reads = c.reads + excluded.reads, unread = c.unread + excluded.unread,
        unclear = c.unclear + excluded.unclear, last_read_at = greatest(c.last_read_at, excluded.last_read_at)`,
    values: [
      days.map(({ controllerId }) => controllerId),
      days.map(({ day }) => day),
      days.map(({ reads }) => reads),
      days.map(({ unread }) => unread),
      days.map(({ lastReadAt }) => lastReadAt),
      unclear.map(({ controllerId }) => controllerId),
      unclear.map(({ minutes }) => minutes),
      unclear.map(({ lastReadAt }) => lastReadAt),
    ],
  });
  await client.query({
    name: "forget-camera-days",
    text: `delete from camera_days c where c.controller_id = any ($1::uuid[]) and c.day < current_date - ${KEPT_DAYS}
      and exists (select from camera_days n where n.controller_id = c.controller_id and n.day > c.day)`,
    values: [days.map(({ controllerId }) => controllerId)],
  });
}
