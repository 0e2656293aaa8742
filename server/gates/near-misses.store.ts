// Statements of the job that looks for near misses. One search serves all readings of a round, by three indexes on the shape.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { SHAPE_FROM, SHAPE_TO } from "#contract/near-plate.ts";
import { readRows } from "#server/platform/database/read-each.ts";

const progress = z.object({ until: z.string(), id: z.string() });
export type Progress = z.infer<typeof progress>;

/** Locks the progress row. The first round looks at the last day. Returns null while another server is running. */
export async function lockProgress(client: PoolClient): Promise<Progress | null> {
  await client.query(
    `insert into private.near_miss_progress (looked_until, looked_id)
     values (now() - interval '1 day', '00000000-0000-0000-0000-000000000000') on conflict do nothing`,
  );
  const { rows } = await client.query(
    `select greatest(looked_until, now() - interval '1 day')::text as until, looked_id as id
     from private.near_miss_progress for update skip locked`,
  );
  return rows[0] === undefined ? null : progress.parse(rows[0]);
}

/** Records the last passage that was looked at, so that the next round begins after it. */
export async function recordProgress(client: PoolClient, { until, id }: Progress): Promise<void> {
  await client.query("update private.near_miss_progress set looked_until = $1, looked_id = $2", [until, id]);
}

const unmatched = z.object({
  controllerId: z.string(),
  plateNumber: z.string(),
  plateKey: z.string(),
  reads: z.number(),
  /** The number of different minutes in which the reading came. */
  minutes: z.number(),
  lastReadAt: z.string(),
  /** Id of the passage in the log. */
  lastId: z.string(),
});
export type Unmatched = z.infer<typeof unmatched>;

const used = z.object({
  controllerId: z.string(),
  plateKey: z.string(),
  minutes: z.number(),
  lastReadAt: z.string(),
});
const read = z.object({
  controllerId: z.string(),
  day: z.string(),
  reads: z.number(),
  unread: z.number(),
  lastReadAt: z.string(),
});
const page = z.object({
  rows: z.number(),
  until: progress.nullable(),
  unmatched: z.array(unmatched),
  granted: z.array(used),
  /** Readings of each camera by day, matched or not. */
  days: z.array(read),
});
export type PassagePage = z.infer<typeof page>;

/** The next passages in the log's order: readings that match no plate, and readings that were let in as an alias. */
const PAGE_SQL = `
with page as materialized (
  select id, detected_at, controller_id, plate_number, plate_key, access_granted, access_reason, credential_id
  from access_logs
  where detected_at >= $1::timestamptz and (detected_at, id) > ($1::timestamptz, $2::uuid) and detected_at < now() - interval '2 s'
  order by detected_at, id limit $3)
select (select count(*) from page)::int as rows,
  (select json_build_object('until', detected_at::text, 'id', id) from page order by detected_at desc, id desc limit 1) as until,
  coalesce((select json_agg(json_build_object('controllerId', controller_id, 'plateNumber', plate_number, 'plateKey', plate_key,
      'reads', reads, 'minutes', minutes, 'lastReadAt', last_read_at::text, 'lastId', last_id)) from (
    select controller_id, plate_key, (array_agg(plate_number order by detected_at desc))[1] as plate_number, count(*)::int as reads,
      (array_agg(id order by detected_at desc, id desc))[1] as last_id,
      count(distinct date_trunc('minute', detected_at))::int as minutes, max(detected_at) as last_read_at
    from page where access_reason = 'no_match' and controller_id is not null and private.is_plate_key(plate_key)
    group by 1, 2) u), '[]') as unmatched,
  coalesce((select json_agg(json_build_object('controllerId', controller_id, 'plateKey', plate_key, 'minutes', minutes,
      'lastReadAt', last_read_at::text)) from (
    select p.controller_id, p.plate_key, count(distinct date_trunc('minute', p.detected_at))::int as minutes, max(p.detected_at) as last_read_at
    from page p join plate_aliases a on a.controller_id = p.controller_id and a.plate_key = p.plate_key and a.credential_id = p.credential_id
    where p.access_granted group by 1, 2) g), '[]') as granted,
  coalesce((select json_agg(json_build_object('controllerId', controller_id, 'day', day::text, 'reads', reads, 'unread', unread,
      'lastReadAt', last_read_at::text)) from (
    select controller_id, (detected_at at time zone 'Europe/Stockholm')::date as day, max(detected_at) as last_read_at,
      count(distinct (date_trunc('minute', detected_at), plate_key))::int as reads,
      count(distinct (date_trunc('minute', detected_at), plate_key)) filter (where not private.is_plate_key(plate_key))::int as unread
    from page where controller_id is not null group by 1, 2) c), '[]') as days`;

/** Returns the next passages in the order of the log, at most `limit`. */
export async function readPassages(client: PoolClient, from: Progress, limit: number): Promise<PassagePage> {
  const { rows } = await client.query(PAGE_SQL, [from.until, from.id, limit]);
  return page.parse(rows[0]);
}

const near = z.object({
  place: z.number(),
  credentialId: z.string(),
  organizationId: z.string(),
  plateKey: z.string(),
  ownPlateRead: z.boolean(),
});
export type NearPlate = z.infer<typeof near>;

const SHAPE = `translate(k.plate_key, '${SHAPE_FROM}', '${SHAPE_TO}')`;
/** Few plates share one shape; more than this would be a fleet of equal plates. */
const MOST_OF_A_SHAPE = 50;

/** Returns plates that the gate opens for now. $1 readings' gates, $2 their shapes, $3 the shapes without an edge: arrays of one length. */
export const NEAR_PLATES_SQL = `
select r.place::int, k.id as "credentialId", k.organization_id as "organizationId", k.plate_key as "plateKey",
  exists (select from access_logs l where l.credential_id = k.id and l.detected_at > now() - interval '30 days'
    and l.plate_key = k.plate_key) as "ownPlateRead"
from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) with ordinality as r (gate, shape, less_first, less_last, place)
cross join lateral (
  (select k.id, k.organization_id, k.plate_key, k.enabled, k.valid_from, k.valid_to from credentials k where k.plate_key is not null and ${SHAPE} in (r.shape, r.less_first, r.less_last) limit ${MOST_OF_A_SHAPE})
  union
  (select k.id, k.organization_id, k.plate_key, k.enabled, k.valid_from, k.valid_to from credentials k where k.plate_key is not null and substr(${SHAPE}, 2) = r.shape limit ${MOST_OF_A_SHAPE})
  union
  (select k.id, k.organization_id, k.plate_key, k.enabled, k.valid_from, k.valid_to from credentials k where k.plate_key is not null and left(${SHAPE}, -1) = r.shape limit ${MOST_OF_A_SHAPE})) k
where k.enabled and (k.valid_from is null or now() >= k.valid_from) and not private.is_over(k.valid_to)
  and exists (select from access_rights a
    join organization_controllers o on o.organization_id = a.organization_id and o.controller_id = a.controller_id
    where a.organization_id = k.organization_id and a.credential_id = k.id and a.controller_id = r.gate
      and (a.valid_from is null or now() >= a.valid_from) and not private.is_over(a.valid_to)
    -- Asked of the few plates found, never of all at the gate.
    offset 0)`;

export interface ShapedReading {
  controllerId: string;
  /** Shapes of the whole reading, without its first character, and without its last. */
  shapes: readonly string[];
}

/** Returns the known plates with a shape in common with a reading. They are candidates for a closer comparison. */
export async function findNearPlates(client: PoolClient, readings: readonly ShapedReading[]): Promise<NearPlate[]> {
  const shape = (at: number) => readings.map(({ shapes }) => shapes[at] ?? shapes[0]);
  const { rows } = await client.query({
    name: "near-plates",
    text: NEAR_PLATES_SQL,
    values: [readings.map(({ controllerId }) => controllerId), shape(0), shape(1), shape(2)],
  });
  return readRows(near, rows);
}

export interface NearMiss {
  reading: Unmatched;
  /** The likeliest first. Empty when the reading is no longer a near miss. */
  candidates: readonly NearPlate[];
}

/** Stores a near miss. Its count continues, its candidates are replaced, and a dismissed reading stays dismissed. */
const STORE_SQL = `
with r as materialized (
  select * from unnest($1::uuid[], $2::text[], $3::int[], $4::timestamptz[], $5::uuid[]) with ordinality
    as r (controller_id, plate_number, reads, last_read_at, last_passage_id, place)),
m as (
  insert into plate_near_misses as m (controller_id, plate_number, reads, last_read_at, last_passage_id)
  select controller_id, plate_number, reads, last_read_at, last_passage_id from r order by controller_id, private.plate_key(plate_number)
  on conflict (controller_id, plate_key) do update set plate_number = excluded.plate_number, reads = m.reads + excluded.reads,
    last_read_at = greatest(m.last_read_at, excluded.last_read_at),
    last_passage_id = case when excluded.last_read_at >= m.last_read_at then excluded.last_passage_id else m.last_passage_id end
  returning id, controller_id, plate_key)
select m.id, r.place::int from r join m on m.controller_id = r.controller_id and m.plate_key = private.plate_key(r.plate_number)`;

const CANDIDATES_SQL = `
with c as materialized (
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::boolean[])
    as c (near_miss_id, organization_id, credential_id, place, own_plate_read)),
gone as (
  delete from plate_near_miss_candidates x where x.near_miss_id = any ($1::uuid[]) and x.dismissed_at is null
    and not exists (select from c where c.near_miss_id = x.near_miss_id and c.credential_id = x.credential_id))
insert into plate_near_miss_candidates as x (near_miss_id, organization_id, credential_id, place, own_plate_read)
select * from c order by 1, 3
on conflict (near_miss_id, credential_id) do update set place = excluded.place, own_plate_read = excluded.own_plate_read`;

const stored = z.object({ id: z.string(), place: z.number() });

/** Stores the readings with their candidates, and deletes those that have none any more. */
export async function storeNearMisses(client: PoolClient, misses: readonly NearMiss[]): Promise<void> {
  const found = misses.filter(({ candidates }) => candidates.length > 0);
  const lost = misses.filter(({ candidates }) => candidates.length === 0).map(({ reading }) => reading);
  if (lost.length > 0)
    await client.query(
      `delete from plate_near_misses m using unnest($1::uuid[], $2::text[]) as r (controller_id, plate_key)
       where m.controller_id = r.controller_id and m.plate_key = r.plate_key`,
      [lost.map(({ controllerId }) => controllerId), lost.map(({ plateKey }) => plateKey)],
    );
  if (found.length === 0) return;
  const { rows } = await client.query(STORE_SQL, [
    found.map(({ reading }) => reading.controllerId),
    found.map(({ reading }) => reading.plateNumber),
    found.map(({ reading }) => reading.reads),
    found.map(({ reading }) => reading.lastReadAt),
    found.map(({ reading }) => reading.lastId),
  ]);
  const candidates = readRows(stored, rows).flatMap(({ id, place }) =>
    (found[place - 1]?.candidates ?? []).map((candidate, at) => ({ ...candidate, id, at: at + 1 })),
  );
  await client.query(CANDIDATES_SQL, [
    candidates.map(({ id }) => id),
    candidates.map(({ organizationId }) => organizationId),
    candidates.map(({ credentialId }) => credentialId),
    candidates.map(({ at }) => at),
    candidates.map(({ ownPlateRead }) => ownPlateRead),
  ]);
}

/** Records when each alias last opened its gate. */
export async function recordAliasUse(client: PoolClient, granted: PassagePage["granted"]): Promise<void> {
  if (granted.length === 0) return;
  await client.query(
    `update plate_aliases a set last_used_at = r.last_read_at
     from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as r (controller_id, plate_key, last_read_at)
     where a.controller_id = r.controller_id and a.plate_key = r.plate_key and a.last_used_at < r.last_read_at`,
    [
      granted.map(({ controllerId }) => controllerId),
      granted.map(({ plateKey }) => plateKey),
      granted.map(({ lastReadAt }) => lastReadAt),
    ],
  );
}

/** Deletes candidates together with their organisation's passages, and a reading together with its last candidate. */
export async function deleteCandidates(engine: Pool): Promise<void> {
  await engine.query(
    `delete from plate_near_miss_candidates c using plate_near_misses m, organizations o
     where m.id = c.near_miss_id and o.id = c.organization_id
       and m.last_read_at < now() - make_interval(days => private.log_days(o.kind, o.log_days))`,
  );
}

/** Ends aliases that opened nothing for `days`. */
export async function endUnusedAliases(engine: Pool, days: number): Promise<void> {
  await engine.query("delete from plate_aliases where last_used_at <= now() - make_interval(days => $1)", [days]);
}
