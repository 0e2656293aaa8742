// Beginnings and ends of door hours that a unit logged itself. Such a row at the right minute confirms rule, clock and time zone.
import type { PoolClient } from "pg";
import type { TimedEdge } from "./door-events.rules.ts";

/** A unit enters a schedule within the minute, and its clock may be some seconds off. */
const NEAR = "interval '1 minute'";

/**
 * Locks the controller's doors with hours, before the lease: a change of hours locks doors first, and then changes the controller's row
 * (database/controllers/door-hours.function.sql).
 */
export async function lockDoorsWithHours(client: PoolClient, controllerId: string): Promise<void> {
  await client.query({
    name: "lock-doors-with-hours",
    text: "select from access_points where controller_id = $1 and hours_token is not null order by id for no key update",
    values: [controllerId],
  });
}

/** Records rows that agree with the portal's hours. Others say nothing: a unit also logs that a schedule was written or removed. */
export async function recordScheduleEdges(
  client: PoolClient,
  controllerId: string,
  timed: readonly TimedEdge[],
): Promise<void> {
  if (timed.length === 0) return;
  const edges = timed.map(({ schedule, isActive, at }) => ({
    token: schedule,
    active: isActive,
    at: at.toISOString(),
  }));
  await client.query({
    name: "record-schedule-edges",
    text: `update access_points a set hours_seen_at = seen.at
      from (select p.id, max(e.at) as at from access_points p
          join jsonb_to_recordset($2::jsonb) as e (token text, active boolean, at timestamptz) on e.token = p.hours_token
        where p.controller_id = $1 and private.is_open(p.hours_schedule_id, e.at + ${NEAR}) = e.active
          and private.is_open(p.hours_schedule_id, e.at - ${NEAR}) <> e.active
        group by p.id) seen
      where a.id = seen.id and seen.at > coalesce(a.hours_seen_at, '-infinity')`,
    values: [controllerId, JSON.stringify(edges)],
  });
}
