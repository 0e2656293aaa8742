// The tables that can be followed. Grants decide who may follow a table; row policies decide which rows. A new table needs an entry here, its
// name in contract/realtime.ts and, for deletions, deleted_rows' trigger and policy.
import { REALTIME_SCHEMA, type RealtimeTable } from "#contract/realtime.ts";

export interface OfferedTable {
  readonly name: RealtimeTable;
  /** Schema-qualified. */
  readonly relation: string;
  /** $1 since (microseconds), $2 offset, $3 limit; rows of `{ key }` (changes.store.ts). */
  readonly keysSql: string;
  /** $1 places, $2 ids; rows of `{ id, record }` under the caller's policies. */
  readonly rowsSql: string;
}

/** Microseconds since 1970. */
export const MICROS = (column: string) => `(extract(epoch from ${column}) * 1000000)::float8`;
const SINCE = "to_timestamp($1::float8 / 1000000)";
const LOGS = `${REALTIME_SCHEMA}.access_logs`;
const EVENTS = `${REALTIME_SCHEMA}.door_events`;
const SHARED = `${REALTIME_SCHEMA}.shared_door_events`;
const STATES = `${REALTIME_SCHEMA}.door_states`;

const receivedEvents = (
  events: string,
) => `select json_build_array(k.id, k.occurred_at::text, ${MICROS("k.received_at")}, null) as key
    from (
      select id, occurred_at, received_at from ${events} where received_at > ${SINCE} and received_at < 'infinity'
      order by received_at, id offset $2 limit $3) k
    order by k.received_at, k.id`;

export const OFFERED_TABLES: Readonly<Record<RealtimeTable, OfferedTable>> = {
  access_logs: {
    name: "access_logs",
    relation: LOGS,
    // The upper bound, never reached, keeps the planner from assuming a third of the table.
    keysSql: `select json_build_array(k.id, k.detected_at::text, ${MICROS("k.detected_at")}, ${MICROS("k.changed_at")}) as key
    from (
      select * from (
        (select id, detected_at, changed_at from ${LOGS} where detected_at > ${SINCE} and detected_at < 'infinity')
        union all
        (select id, detected_at, changed_at from ${LOGS} where changed_at > ${SINCE} and changed_at < 'infinity' and detected_at <= ${SINCE})
      ) both_kinds order by detected_at, id offset $2 limit $3) k
    order by k.detected_at, k.id`,
    rowsSql: `select l.id::text, to_jsonb(l) as record
    from unnest($1::timestamptz[], $2::uuid[]) as k (detected_at, id) join ${LOGS} l on l.detected_at = k.detected_at and l.id = k.id`,
  },
  door_events: {
    name: "door_events",
    relation: EVENTS,
    keysSql: receivedEvents(EVENTS),
    // Only some columns, because weekly codes are known by their ids at other organisations' doors too.
    rowsSql: `select e.id::text, to_jsonb(e) as record
    from unnest($1::timestamptz[], $2::uuid[]) as k (occurred_at, id) cross join lateral (
      select id, occurred_at, device_time, received_at, controller_id, access_point_id, organization_id, kind, granted, reason, device_reason,
        credential_id, is_weekly_code, gap_cause, gap_from, command_id, hold_id
      from ${EVENTS} v where v.occurred_at = k.occurred_at and v.id = k.id) e`,
  },
  shared_door_events: {
    name: "shared_door_events",
    relation: SHARED,
    keysSql: receivedEvents(SHARED),
    // Only some columns, because a caller must not see who else uses the door.
    rowsSql: `select s.id::text, jsonb_build_object('id', s.id, 'occurred_at', s.occurred_at, 'received_at', s.received_at,
      'controller_id', s.controller_id, 'access_point_id', s.access_point_id, 'kind', s.kind, 'granted', s.granted,
      'gap_cause', s.gap_cause, 'gap_from', s.gap_from) as record
    from unnest($1::timestamptz[], $2::uuid[]) as k (occurred_at, id) join ${SHARED} s on s.id = k.id`,
  },
  door_states: {
    name: "door_states",
    relation: STATES,
    // A reading that repeats the known state is no change. The first reading of a door inserts its row.
    keysSql: `select json_build_array(k.id, k.created_at::text, ${MICROS("k.created_at")},
        case when k.changed_at > k.created_at then ${MICROS("k.changed_at")} end) as key
    from (
      select access_point_id as id, created_at, changed_at from ${STATES} where changed_at > ${SINCE} and changed_at < 'infinity'
      order by changed_at, access_point_id offset $2 limit $3) k
    order by k.changed_at, k.id`,
    rowsSql: `select s.access_point_id::text as id, to_jsonb(s) as record
    from unnest($1::timestamptz[], $2::uuid[]) as k (created_at, id) join ${STATES} s on s.access_point_id = k.id`,
  },
};
