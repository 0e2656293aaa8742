// Queries for door events and for how far each controller's log has been read.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import type { DoorEventCursor } from "#drivers/port.ts";
import { BOOT_DUE } from "./boots.store.ts";
import type { DoorEventRow, EventsOfDay } from "./door-events.rules.ts";

const cursorRow = z.object({
  last_row: z.coerce.number().nullable(),
  last_event: z.string().nullable(),
  complete_to: z.date().nullable(),
  due: z.boolean(),
  supported: z.boolean(),
  states_due: z.boolean(),
  next_read_at: z.string(),
  states_at: z.string(),
  boot_due: z.boolean(),
  counted: z.number(),
  counted_since: z.string(),
});

export interface StoredCursor {
  cursor: DoorEventCursor | null;
  completeTo: Date | null;
  due: boolean;
  /** False: the unit has no readable log. */
  supported: boolean;
  statesDue: boolean;
  /** The times as this reading found them. A time changed since then is somebody's request for an earlier one. */
  nextReadAt: string | null;
  statesAt: string | null;
  /** The unit is to be asked for its present start. */
  bootDue: boolean;
  ofDay: EventsOfDay;
}

/** A day of 24 hours, by which events are counted. */
const IS_SAME_DAY = "coalesce(door_event_cursors.counted_since > now() - interval '1 day', false)";

/** Reads the cursor. A controller that was never read is due. */
export async function readEventCursor(pool: Pool, controllerId: string): Promise<StoredCursor> {
  const { rows } = await pool.query({
    name: "event-cursor",
    text: `select last_row, last_event, complete_to, next_read_at <= now() as due, supported and last_error is null as supported, states_at <= now() as states_due,
        next_read_at::text, states_at::text, ${BOOT_DUE} as boot_due,
        case when ${IS_SAME_DAY} then counted else 0 end as counted, (case when ${IS_SAME_DAY} then counted_since else now() end)::text as counted_since
      from door_event_cursors where controller_id = $1`,
    values: [controllerId],
  });
  const [row] = z.array(cursorRow).parse(rows);
  if (!row) return NEVER_READ;
  const { complete_to: completeTo, due, supported, states_due: statesDue } = row;
  const cursor = row.last_row === null || row.last_event === null ? null : { row: row.last_row, token: row.last_event };
  return {
    cursor,
    completeTo,
    due,
    supported,
    statesDue,
    nextReadAt: row.next_read_at,
    statesAt: row.states_at,
    bootDue: row.boot_due,
    ofDay: { counted: row.counted, since: row.counted_since },
  };
}

const NEVER_READ: StoredCursor = {
  cursor: null,
  completeTo: null,
  due: true,
  supported: true,
  statesDue: true,
  nextReadAt: null,
  statesAt: null,
  bootDue: false,
  ofDay: { counted: 0, since: "the first day" },
};
/** Returns in SQL when to read next. `seen` is the time as this reading found it; a request made since then stays due. */
export const nextTime = (column: "next_read_at" | "states_at", seen: string) =>
  `${column} = case when door_event_cursors.${column} = ${seen}::timestamptz then excluded.${column}
    else least(door_event_cursors.${column}, excluded.${column}) end`;

/**
 * Inserts events in one statement. The id is made of controller and token, as a version 8 UUID. A stored event stays as it is,
 * and an event that is older than its organisation keeps passages is left out. An event without a credential of the portal
 * belongs to the organisation that alone used the door at the time. Events about the whole controller, or another organisation's
 * person at a shared door, are shared without anything about the person.
 */
export async function insertDoorEvents(
  client: PoolClient,
  controllerId: string,
  rows: readonly DoorEventRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await client.query({
    name: "insert-door-events",
    text: `with news as (
        select distinct on (e.id) e.*, c.id as credential_id, w.id as weekly_code_id, coalesce(c.organization_id, private.sole_organization($1, p.id, e.occurred_at)) as organization_id,
          p.id as access_point_id, coalesce(k.enabled and k.valid_to <= e.occurred_at, false) as has_ended
        from (select overlay(overlay(md5($1::uuid::text || ' ' || n.token) placing '8' from 13) placing 'a' from 17)::uuid as id, n.*
              from jsonb_to_recordset($2::jsonb) as n (token text, kind text, occurred_at timestamptz, device_time timestamptz, granted boolean,
                reason text, device_reason text, door_token text, source_id uuid, gap_cause text, gap_from timestamptz)) e
        left join access_points p on p.controller_id = $1 and p.device_door_token = e.door_token
        left join device_sync r on r.controller_id = $1 and r.source_id = e.source_id
        -- A unit may name anything: only a source that it has had, or that is of its organisations, is believed.
        cross join lateral (select r.source_id is not null
          or exists (select from sync_receipts s where s.controller_id = $1 and s.source_id = e.source_id) as here) known
        left join weekly_codes w on w.id = e.source_id and coalesce(r.source_kind, 'weekly_code') = 'weekly_code'
          and (known.here or exists (select from weekly_code_assignments a where a.weekly_code_id = w.id and a.controller_id = $1))
        left join credentials k on k.id = e.source_id
        left join logged_credentials c on c.id = e.source_id and w.id is null and coalesce(r.organization_id, c.organization_id) = c.organization_id
          and (known.here or c.organization_id in (select l.organization_id from organization_controllers l where l.controller_id = $1
            union all select private.organizations_at($1, null, e.occurred_at)))
        where not exists (select from door_events d where d.id = e.id)),
      kept as (insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason,
        device_reason, credential_id, weekly_code_id, is_weekly_code, gap_cause, gap_from)
      select n.id, n.occurred_at, n.device_time, $1, n.access_point_id, n.organization_id, n.kind, n.granted,
        -- The device says it of a suspended code whatever ended it; its own word is beside it.
        case when n.reason = 'disabled' and n.has_ended then 'expired' else n.reason end,
        n.device_reason, n.credential_id, n.weekly_code_id, n.weekly_code_id is not null, n.gap_cause, n.gap_from
      from news n left join organizations o on o.id = n.organization_id
      where n.occurred_at > now() - make_interval(days => private.log_days(coalesce(o.kind, 'other'), o.log_days))
      returning *)
      insert into shared_door_events (id, occurred_at, received_at, controller_id, access_point_id, kind, granted, gap_cause, gap_from, organization_ids)
      select k.id, k.occurred_at, k.received_at, k.controller_id, k.access_point_id, k.kind, k.granted, k.gap_cause, k.gap_from, others.ids
      from kept k
      cross join lateral (select array_agg(o order by o) filter (where o is distinct from k.organization_id) as ids
                          from private.organizations_at(k.controller_id, k.access_point_id, k.occurred_at) o) others
      where others.ids is not null and case when k.kind = 'access' then k.organization_id is not null and k.access_point_id is not null
        else k.kind in ('controller_restarted', 'outage', 'gap') and k.access_point_id is null end
      on conflict (id) do nothing`,
    values: [controllerId, JSON.stringify(rows)],
  });
}

export interface CursorAfter {
  cursor: DoorEventCursor | null;
  completeTo: Date | null;
  clockSkewMs: number | null;
  /** Error of the clock that wrote an impossible time; null when none did. */
  wrongClockMs: number | null;
  nextMs: number;
  /** Used while somebody watches one of its doors. */
  nextWatchedMs: number;
  seenNextReadAt: string | null;
  /** Rows that are kept of this page. */
  kept: number;
  /** The day's limit was exceeded. */
  isFull: boolean;
}

/** The row of a cursor in SQL, by the parameters of `cursorValues`. A controller with a watched door is read sooner. */
const CURSOR = `$1::uuid, $2::bigint, $3::text, $4::timestamptz, $5::bigint, $9::bigint, case when $9::bigint is not null then now() end,
  now() + make_interval(secs => case when exists (
    select from door_watches w join access_points a on a.id = w.access_point_id where a.controller_id = $1::uuid and w.until > now())
    then $8::float8 else $6::float8 end),
  now(), $10::int, case when $11::boolean then now() end`;

/** Records in SQL how far the log was read, and when it is read next. `from`: what must be there, else nothing is recorded. */
export const recordsCursor = (
  from: string,
): string => `insert into door_event_cursors (controller_id, last_row, last_event, complete_to,
    clock_skew_ms, wrong_clock_ms, wrong_clock_at, next_read_at, counted_since, counted, flooded_at)
  select ${CURSOR} ${from}
  on conflict (controller_id) do update set last_row = excluded.last_row, last_event = excluded.last_event,
    complete_to = coalesce(excluded.complete_to, door_event_cursors.complete_to), clock_skew_ms = excluded.clock_skew_ms,
    wrong_clock_ms = coalesce(excluded.wrong_clock_ms, door_event_cursors.wrong_clock_ms),
    wrong_clock_at = coalesce(excluded.wrong_clock_at, door_event_cursors.wrong_clock_at),
    counted_since = case when ${IS_SAME_DAY} then door_event_cursors.counted_since else excluded.counted_since end,
    counted = case when ${IS_SAME_DAY} then door_event_cursors.counted else 0 end + excluded.counted,
    flooded_at = coalesce(excluded.flooded_at, door_event_cursors.flooded_at),
    supported = true, last_error = null, ${nextTime("next_read_at", "$7")}
  returning next_read_at::text`;

/** Returns the values of `recordsCursor`, in order; the statement takes seconds where the object has milliseconds. */
export const cursorValues = (controllerId: string, after: CursorAfter): unknown[] => [
  controllerId,
  after.cursor?.row ?? null,
  after.cursor?.token ?? null,
  after.completeTo,
  after.clockSkewMs,
  after.nextMs / 1000,
  after.seenNextReadAt,
  after.nextWatchedMs / 1000,
  after.wrongClockMs,
  after.kept,
  after.isFull,
];

/** Records how far the log is read; returns when it is read next. */
export async function recordEventCursor(client: PoolClient, controllerId: string, after: CursorAfter): Promise<string> {
  const { rows } = await client.query({
    name: "record-event-cursor",
    text: recordsCursor(""),
    values: cursorValues(controllerId, after),
  });
  const [row] = z.tuple([z.object({ next_read_at: z.string() })]).parse(rows);
  return row.next_read_at;
}

/** Records an unreadable log. `error` null: the unit has none. Rows read before stay. */
export async function recordUnreadLog(
  pool: Pool,
  controllerId: string,
  { error, nextMs, seenNextReadAt }: { error: string | null; nextMs: number; seenNextReadAt: string | null },
): Promise<void> {
  await pool.query({
    name: "record-unread-log",
    text: `insert into door_event_cursors (controller_id, supported, last_error, next_read_at)
        values ($1, $2::text is not null, $2, now() + make_interval(secs => $3))
      on conflict (controller_id) do update set supported = excluded.supported, last_error = excluded.last_error,
        ${nextTime("next_read_at", "$4")}`,
    values: [controllerId, error, nextMs / 1000, seenNextReadAt],
  });
}
