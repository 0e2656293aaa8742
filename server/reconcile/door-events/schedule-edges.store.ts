// Beginnings and ends of door hours that a unit logged itself. Such a row at the right minute confirms rule, clock and time zone.
import type { PoolClient } from "pg";
import type { DoorEventPage } from "#drivers/port.ts";

/** A unit enters a schedule within the minute, and its clock may be some seconds off. */
const NEAR = "interval '1 minute'";

/** Records rows that agree with the portal's hours. Others say nothing: a unit also logs that a schedule was written or removed. */
export async function recordScheduleEdges(
  client: PoolClient,
  controllerId: string,
  { scheduleEdges = [], clockSkewMs }: Pick<DoorEventPage, "scheduleEdges" | "clockSkewMs">,
): Promise<void> {
  if (scheduleEdges.length === 0) return;
  const edges = scheduleEdges.map(({ schedule, isActive, deviceTime }) => ({
    token: schedule,
    active: isActive,
    at: new Date(deviceTime.getTime() - (clockSkewMs ?? 0)).toISOString(),
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
