import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { COMPILED_ROWS_MAX } from "#contract/limits.ts";
import { CALENDAR_HOLIDAYS, scheduleDays } from "#contract/schedules/calendar-days.ts";
import type { Schedule } from "#contract/schedules/schedule.ts";
import type { DoorHours } from "#drivers/port.ts";
import { readRows } from "#server/platform/database/read-each.ts";
import type { ConfirmedHours } from "./rewritten-hours.rules.ts";

const interval = z.object({ from: z.number(), to: z.number() });
const hours = interval.extend({
  weekday: z.number(),
  everyWeeks: z.union([z.literal(1), z.literal(2), z.literal(4)]),
  anchor: z.string(),
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
});
const day = z.union([
  z.object({ holiday: z.null(), from: z.string(), until: z.string(), hours: z.array(interval) }),
  z.object({ holiday: z.enum(CALENDAR_HOLIDAYS), from: z.null(), until: z.null(), hours: z.array(interval) }),
]);
const scheduleRow = z.object({
  id: z.string(),
  name: z.string(),
  hours: z.array(hours),
  calendars: z.array(z.array(day)),
});

/** Rows of an organisation's schedules at one controller that are read together: 20,000 take a third of a second, in which no gate is served. */
const ROWS_MAX = 20_000;

/**
 * The schedules of a controller's doors and of rights there. One that is `isLong` comes without its rows: it has too many for a unit, or is
 * among the longest of an organisation that has too many together.
 */
const SCHEDULES = `with sized as (
    select s.id, s.name, s.organization_id, (select count(*) from schedule_hours h where h.schedule_id = s.id) as weekly,
      (select coalesce(sum(1 + jsonb_array_length(d.hours)), 0) from schedule_calendars l join calendar_days d on d.calendar_id = l.calendar_id
        where l.schedule_id = s.id) as daily
    from schedules s where s.id in (select a.hours_schedule_id from access_points a where a.controller_id = $1
      union select d.schedule_id from access_group_doors d where d.controller_id = $1)),
  judged as (
    select z.id, z.name, z.weekly > $2 or z.daily > $3 or sum(z.weekly + z.daily) over (partition by z.organization_id order by z.weekly + z.daily, z.id) > $4 as is_long
    from sized z)
  select s.id, s.name, s.is_long as "isLong",
    case when s.is_long then '[]' else
      coalesce((select jsonb_agg(jsonb_build_object('weekday', h.weekday, 'from', h.from_minute, 'to', h.to_minute,
        'everyWeeks', h.every_weeks, 'anchor', h.anchor, 'validFrom', h.valid_from, 'validUntil', h.valid_until))
      from schedule_hours h where h.schedule_id = s.id), '[]') end as hours,
    case when s.is_long then '[]' else
      coalesce((select jsonb_agg(coalesce((select jsonb_agg(jsonb_build_object('holiday', d.holiday, 'from', d.first_day,
        'until', d.last_day, 'hours', d.hours)) from calendar_days d where d.calendar_id = l.calendar_id), '[]') order by l.place)
      from schedule_calendars l where l.schedule_id = s.id), '[]') end as calendars
  from judged s`;

type Years = readonly [first: number, last: number];

/**
 * Returns the schedules of a controller's doors, their own and those of rights, with their holidays in these years. Null: more rows than a
 * unit is given.
 */
export async function readHoursOf(
  pool: Pool,
  controllerId: string,
  years: Years,
): Promise<Map<string, Schedule | null>> {
  const { rows } = await pool.query({
    name: "hours-of",
    text: SCHEDULES,
    values: [controllerId, COMPILED_ROWS_MAX.weekly, COMPILED_ROWS_MAX.daily, ROWS_MAX],
  });
  const read = readRows(scheduleRow.extend({ isLong: z.boolean() }), rows);
  return new Map(read.map((row) => [row.id, row.isLong ? null : scheduleOf(row, years)]));
}

const combinationRow = z.object({ accessPointId: z.string(), scheduleIds: z.array(z.string()) });
type Combination = z.infer<typeof combinationRow>;

/** The largest number of schedules that the table takes together. Somebody with more gets no profile, and nobody else notices. */
const TOGETHER_MAX = 1_000;

/** Returns the schedules that people have at each door of a controller. Leaves out people with a right there that has no schedule. */
export async function readHourCombinations(pool: Pool, controllerId: string): Promise<Combination[]> {
  const { rows } = await pool.query({
    name: "hour-combinations",
    text: `select e.access_point_id as "accessPointId", e.schedule_ids::text[] as "scheduleIds"
      from (select a.access_point_id, case when bool_and(a.schedule_id is not null) then array_agg(distinct a.schedule_id order by a.schedule_id) end as schedule_ids
        from private.effective_access a
        where a.controller_id = $1 and a.access_point_id is not null and a.credential_id in (
          select r.credential_id from access_group_rights r where r.controller_id = $1 and r.schedule_id is not null)
        group by a.credential_id, a.access_point_id) e
      where e.schedule_ids is not null and cardinality(e.schedule_ids) <= $2 group by 1, 2 order by 1, 2`,
    values: [controllerId, TOGETHER_MAX],
  });
  return readRows(combinationRow, rows);
}

export interface StoredHourProfile extends Combination {
  token: string;
  /** Null: not confirmed. */
  hours: DoorHours | null;
}

/** Replaces a controller's profiles with hours; unchanged rows are not touched, so that they raise no generation. */
export async function replaceHourProfiles(
  client: PoolClient,
  controllerId: string,
  profiles: readonly StoredHourProfile[],
): Promise<void> {
  const rows = profiles.map(({ accessPointId, scheduleIds, token, hours: kept }) => ({
    access_point_id: accessPointId,
    schedule_ids: scheduleIds,
    profile_token: token,
    hours_token: kept?.token ?? null,
    hours_problem: kept?.problem ?? null,
  }));
  const values = [controllerId, JSON.stringify(rows)];
  await client.query({
    name: "remove-hour-profiles",
    text: `delete from door_profiles d where d.controller_id = $1 and not exists (
       select from jsonb_populate_recordset(null::door_profiles, $2) r
       where r.access_point_id = d.access_point_id and r.schedule_ids = d.schedule_ids)`,
    values,
  });
  if (rows.length === 0) return;
  await client.query(
    `insert into door_profiles as d (controller_id, access_point_id, schedule_ids, profile_token, hours_token, hours_problem)
     select $1, r.access_point_id, r.schedule_ids, r.profile_token, r.hours_token, r.hours_problem
     from jsonb_populate_recordset(null::door_profiles, $2) r
     on conflict (access_point_id, profile_token) do update
       set hours_token = excluded.hours_token, hours_problem = excluded.hours_problem
       where (d.hours_token, d.hours_problem) is distinct from (excluded.hours_token, excluded.hours_problem)`,
    values,
  );
}

const changedHours = z.object({
  accessPointId: z.string(),
  /** Null: the door's own hours. */
  rightIds: z.array(z.string()).nullable(),
  scheduleIds: z.array(z.string()),
  /** The door's own schedule, which also limits the rights; null: none. */
  within: z.string().nullable(),
  profileToken: z.string(),
});
export type ChangedHours = z.infer<typeof changedHours>;

/** Returns the hours of a controller that the unit has not confirmed since they changed; those that it did not keep wait for a comparison. */
export async function readChangedHours(pool: Pool, controllerId: string): Promise<ChangedHours[]> {
  const { rows } = await pool.query({
    name: "changed-hours",
    text: `select a.id as "accessPointId", null::text[] as "rightIds", array[a.hours_schedule_id]::text[] as "scheduleIds", null as within,
        a.access_profile_token as "profileToken"
      from access_points a
      where a.controller_id = $1 and a.hours_schedule_id is not null and a.hours_token is null and a.hours_problem is null
        and a.access_profile_token is not null and a.missing_since is null
      union all
      select d.access_point_id, d.schedule_ids::text[], d.schedule_ids::text[], a.hours_schedule_id::text, d.profile_token
      from door_profiles d join access_points a on a.id = d.access_point_id
      where d.controller_id = $1 and d.hours_token is null and a.missing_since is null`,
    values: [controllerId],
  });
  return readRows(changedHours, rows);
}

const confirmedHours = z.object({
  accessPointId: z.string(),
  scheduleIds: z.array(z.string()).nullable(),
  hoursToken: z.string(),
});

/** Returns the hours that a controller has confirmed, the doors' own and those of rights. */
export async function readConfirmedHours(pool: Pool, controllerId: string): Promise<ConfirmedHours[]> {
  const { rows } = await pool.query({
    name: "confirmed-hours",
    text: `select id as "accessPointId", null::text[] as "scheduleIds", hours_token as "hoursToken" from access_points
        where controller_id = $1 and hours_token is not null
      union all
      select access_point_id, schedule_ids::text[], hours_token from door_profiles where controller_id = $1 and hours_token is not null`,
    values: [controllerId],
  });
  return readRows(confirmedHours, rows);
}

/** Returns when schedules of a controller last changed that are not known to be on it; null: all are. */
export async function readHoursAt(client: Pool | PoolClient, controllerId: string): Promise<string | null> {
  const { rows } = await client.query(
    `select hours_at::text as "hoursAt" from controller_sync where controller_id = $1`,
    [controllerId],
  );
  const [row] = readRows(z.object({ hoursAt: z.string().nullable() }), rows);
  return row?.hoursAt ?? null;
}

const ownHours = z.object({ id: z.string(), scheduleId: z.string().nullable() });

/**
 * Locks a controller's doors before their hours are recorded, as a change of a schedule does too, and returns the doors' own schedules by
 * door. Read `readHoursAt` after it.
 */
export async function lockDoorHours(client: PoolClient, controllerId: string): Promise<Map<string, string | null>> {
  const { rows } = await client.query(
    `select id, hours_schedule_id as "scheduleId" from access_points where controller_id = $1 order by id for no key update`,
    [controllerId],
  );
  return new Map(readRows(ownHours, rows).map(({ id, scheduleId }) => [id, scheduleId]));
}

/** Records whether the unit keeps hours, as it answered now. */
export async function recordKeepsHours(client: PoolClient, controllerId: string, keeps: boolean): Promise<void> {
  await client.query("update controllers set keeps_hours = $2 where id = $1 and keeps_hours is distinct from $2", [
    controllerId,
    keeps,
  ]);
}

/** Records schedules that the unit has confirmed, in the order of keys. */
export async function saveChangedHours(
  client: PoolClient,
  changed: readonly (ChangedHours & { hoursToken: string })[],
): Promise<void> {
  const rows = changed.map((one) => ({ id: one.accessPointId, rights: one.rightIds, token: one.hoursToken }));
  const recordset = "jsonb_to_recordset($1) as r (id uuid, rights uuid[], token text)";
  await client.query(
    `update access_points a set hours_token = r.token, hours_problem = null from ${recordset} where a.id = r.id and r.rights is null`,
    [JSON.stringify(rows)],
  );
  await client.query(
    `update door_profiles d set hours_token = r.token, hours_problem = null from ${recordset}
     where d.access_point_id = r.id and d.schedule_ids = r.rights`,
    [JSON.stringify(rows)],
  );
}

/** Returns a schedule with its name as they were at a time; null when no version of that time is kept. */
export async function readScheduleVersion(
  pool: Pool,
  id: string,
  at: string,
  years: Years,
): Promise<{ name: string; schedule: Schedule } | null> {
  const { rows } = await pool.query(
    `select schedule_id as id, name, hours, calendars from schedule_versions where schedule_id = $1 and since <= $2 order by since desc limit 1`,
    [id, at],
  );
  const [row] = readRows(scheduleRow, rows);
  return row === undefined ? null : { name: row.name, schedule: scheduleOf(row, years) };
}

const scheduleOf = ({ hours, calendars }: z.infer<typeof scheduleRow>, [first, last]: Years): Schedule => ({
  hours,
  days: scheduleDays(calendars, first, last),
});
