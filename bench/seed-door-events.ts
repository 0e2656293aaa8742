// Seeds millions of door events spread evenly over two months, with their shared rows. Deterministic by size and seed, apart
// from the end time.
import type { Client } from "pg";
import { BENCH_DOORS, benchId } from "./seed-database.ts";

/** The same span as for passages (seed-logs.ts). */
const SPAN_DAYS = 60;
/** Months that sixty days touch, the first not counted: January to March in a short year. */
const MONTHS = 3;
/** Rows per statement: a minute or less, for progress reports. */
const BATCH = 1_000_000;
const ACCESS_POINTS = BENCH_DOORS * 4;

export interface BenchDoorEvents {
  people: number;
  organizations: number;
  doorEvents: number;
  seed: number;
}

/**
 * Of a hundred events 40 let somebody in, 5 refuse somebody, 5 are unknown codes, 10 ways out, 38 an opened or closed door,
 * and 2 alarms. Each door is used by two organisations, so what is known of a person is shared with the other.
 */
export async function seedDoorEvents(
  admin: Client,
  { people, organizations, doorEvents, seed }: BenchDoorEvents,
  report: (line: string) => void,
): Promise<void> {
  await admin.query("select private.ensure_door_event_partitions($1, now() - make_interval(days => $2))", [
    MONTHS,
    SPAN_DAYS,
  ]);
  await admin.query("set session_replication_role = replica; set synchronous_commit = off");
  for (let first = 1; first <= doorEvents; first += BATCH) {
    const last = Math.min(doorEvents, first + BATCH - 1);
    await admin.query(rowsSql(), [first, last, doorEvents, seed, people, organizations]);
    report(`door events ${last.toLocaleString("en")} of ${doorEvents.toLocaleString("en")}`);
  }
  await admin.query("set session_replication_role = default; set synchronous_commit = default");
}

const ID = (kind: number, n: string) => `('${benchId(kind, 0).slice(0, 24)}' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** $1 first and $2 last number, $3 total, $4 seed, $5 people, $6 organisations. `person` tries a door of their own. */
function rowsSql(): string {
  return `with numbered as (
      select n::bigint as n, hashint8extended(n, $4::int) & 4611686018427387903 as h from generate_series($1::int, $2::int) n),
    drawn as (
      select n, h, h % 100 as part, h / 100 % 1000 as alarm, 1 + h / 100 % $5::int as person,
        now() - ($3::int - n) * (interval '${SPAN_DAYS} days' / $3::int) as at from numbered),
    placed as (
      select *, 1 + person % ${ACCESS_POINTS} as door, 1 + person % $6::int as own,
        -- The other organisation whose people use this door (seed-database.ts: each has a second door, seven further on).
        1 + (person + $6::int - 7 % $6::int) % $6::int as other,
        case when part < 50 then 'access' when part < 60 then 'exit_request' when part < 79 then 'door_opened'
          when part < 98 then 'door_closed' when alarm < 600 then 'door_held_open' when alarm < 990 then 'door_forced'
          when alarm < 998 then 'controller_restarted' when alarm = 998 then 'outage' else 'gap' end as kind
      from drawn),
    events as (
      insert into door_events (id, occurred_at, device_time, received_at, controller_id, access_point_id, organization_id, kind,
        granted, reason, device_reason, credential_id, gap_cause, gap_from)
      select ${ID(8, "n")}, at, at, at + interval '5 seconds', ${ID(2, `1 + door % ${BENCH_DOORS}`)},
        case when kind not in ('controller_restarted', 'outage', 'gap') then ${ID(3, "door")} end,
        case when part < 45 then ${ID(1, "own")} end, kind,
        case when part < 40 then true when part < 50 then false when part < 60 then true end,
        case when part between 40 and 44 then (array['expired', 'disabled', 'not_permitted', 'outside_hours', 'not_yet_valid'])[part - 39]
          when part between 45 and 49 then 'unknown_code' end,
        case when part between 40 and 44 then 'Unauthorized' when part between 45 and 49 then 'CredentialNotFound/PIN' end,
        case when part < 45 then ${ID(5, "person")} end,
        case when kind = 'gap' then 'overrun' end, case when kind in ('outage', 'gap') then at - interval '10 minutes' end
      from placed)
    insert into shared_door_events (id, occurred_at, received_at, controller_id, access_point_id, kind, granted, gap_cause, gap_from, organization_ids)
    select ${ID(8, "n")}, at, at + interval '5 seconds', ${ID(2, `1 + door % ${BENCH_DOORS}`)},
      case when part < 45 then ${ID(3, "door")} end, kind, case when part < 45 then part < 40 end,
      case when kind = 'gap' then 'overrun' end, case when kind in ('outage', 'gap') then at - interval '10 minutes' end,
      case when part < 45 then array[${ID(1, "other")}] else (select array_agg(${ID(1, "o")}) from generate_series(1, $6::int) o) end
    from placed where part < 45 or kind in ('controller_restarted', 'outage', 'gap')`;
}
