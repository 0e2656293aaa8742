import type { PoolClient } from "pg";
import { z } from "zod";
import {
  type ListedCalendar,
  type ListedSchedule,
  type SaveCalendar,
  type SaveSchedule,
  schedules,
} from "#contract/functions/schedules.ts";
import type { ScheduleHours } from "#contract/schedules/schedule.ts";
import { readRows } from "#server/platform/database/read-each.ts";

const { schedules: listedSchedules, calendars: listedCalendars } = schedules.LIST.reply.shape;

/** Returns an organisation's schedules and the installation's, by name; null: any that the caller sees. */
export async function readSchedules(client: PoolClient, organizationId: string | null): Promise<ListedSchedule[]> {
  const { rows } = await client.query(
    `select s.id, s.organization_id, s.name, to_json(s.updated_at)#>>'{}' as updated_at,
       coalesce((select jsonb_agg(jsonb_build_object('weekday', h.weekday, 'from', h.from_minute, 'to', h.to_minute, 'every_weeks', h.every_weeks,
           'anchor', h.anchor, 'valid_from', h.valid_from, 'valid_until', h.valid_until) order by h.weekday, h.from_minute, h.id)
         from schedule_hours h where h.schedule_id = s.id), '[]') as hours,
       array(select l.calendar_id::text from schedule_calendars l where l.schedule_id = s.id order by l.place) as calendars,
       array(select n.name from (select distinct on (coalesce(g.installation_group_id, g.id)) g.name, g.id from access_groups g
         where g.id in (select d.group_id from access_group_doors d where d.schedule_id = s.id)
           and ($1::uuid is null or g.organization_id = $1) order by coalesce(g.installation_group_id, g.id), g.id) n order by n.name, n.id) as groups
     from schedules s where $1::uuid is null or s.organization_id is null or s.organization_id = $1
     order by private.search_key(s.name) collate "sv-SE-x-icu", s.id`,
    [organizationId],
  );
  return readRows(listedSchedules.element, rows);
}

/** Returns the shared calendars and the organisation's own, with their days. `organizationId` null: those of every organisation. */
export async function readCalendars(client: PoolClient, organizationId: string | null): Promise<ListedCalendar[]> {
  const { rows } = await client.query(
    `select c.id, c.organization_id, c.name, to_json(c.updated_at)#>>'{}' as updated_at,
       coalesce((select jsonb_agg(jsonb_build_object('holiday', d.holiday, 'from', d.first_day, 'until', d.last_day, 'name', d.name,
           'hours', d.hours)
           order by d.first_day, d.holiday) from calendar_days d where d.calendar_id = c.id), '[]') as days
     from calendars c where $1::uuid is null or c.organization_id is null or c.organization_id = $1
     order by private.search_key(c.name) collate "sv-SE-x-icu", c.id`,
    [organizationId],
  );
  return readRows(listedCalendars.element, rows);
}

const ownerRow = z.object({ organization_id: z.string().nullable() });

/** Returns the organisation that owns a row, null for the installation; undefined where the caller sees no such row. */
export async function ownerOf(
  client: PoolClient,
  table: "schedules" | "calendars",
  id: string,
): Promise<string | null | undefined> {
  const { rows } = await client.query(`select organization_id from ${table} where id = $1`, [id]);
  return readRows(ownerRow, rows)[0]?.organization_id;
}

const idRow = z.object({ id: z.string().nullable() });
const idOf = (rows: unknown[]): string | null => readRows(idRow, rows)[0]?.id ?? null;

/** Saves a schedule whole. Returns its id; null when it was to be changed and is gone. */
export async function storeSchedule(
  client: PoolClient,
  schedule: Omit<SaveSchedule, "hours"> & { hours: readonly ScheduleHours[] },
): Promise<string | null> {
  const hours = schedule.hours.map(({ weekday, from, to, everyWeeks, anchor, validFrom, validUntil }) => ({
    weekday,
    from_minute: from,
    to_minute: to,
    every_weeks: everyWeeks,
    anchor,
    valid_from: validFrom,
    valid_until: validUntil,
  }));
  const { rows } = await client.query("select private.save_schedule($1, $2, $3, $4, $5, $6) as id", [
    schedule.id ?? null,
    schedule.organization_id,
    schedule.name,
    JSON.stringify(hours),
    schedule.calendars,
    schedule.seen_at ?? null,
  ]);
  return idOf(rows);
}

/** Returns the id; null when the schedule is gone. */
export async function deleteSchedule(client: PoolClient, id: string): Promise<string | null> {
  return idOf((await client.query("select private.remove_schedule($1) as id", [id])).rows);
}

/** Saves a calendar with all its days. Returns its id; null when it was to be changed and is gone. */
export async function storeCalendar(client: PoolClient, calendar: SaveCalendar): Promise<string | null> {
  const days = calendar.days.map(({ holiday, from, until, name, hours }) => ({
    holiday,
    name,
    first_day: from,
    last_day: until,
    hours,
  }));
  const { rows } = await client.query("select private.save_calendar($1, $2, $3, $4, $5) as id", [
    calendar.id ?? null,
    calendar.organization_id,
    calendar.name,
    JSON.stringify(days),
    calendar.seen_at ?? null,
  ]);
  return idOf(rows);
}

/** Returns the id; null when the calendar is gone. */
export async function deleteCalendar(client: PoolClient, id: string): Promise<string | null> {
  return idOf((await client.query("select private.remove_calendar($1) as id", [id])).rows);
}

const nameRow = z.object({ name: z.string() });

/** Returns the doors that have the schedule as their hours, with their controllers. */
export async function doorsOfSchedule(client: PoolClient, id: string): Promise<string[]> {
  const { rows } = await client.query(
    `select format('%s (%s)', coalesce(nullif(a.door_name, ''), a.name), c.name) as name
     from access_points a join controllers c on c.id = a.controller_id where a.hours_schedule_id = $1 order by 1, a.id`,
    [id],
  );
  return readRows(nameRow, rows).map(({ name }) => name);
}

/** Returns organisations' own groups that have a place at the schedule's hours, with their organisations. */
export async function groupsOfSchedule(client: PoolClient, id: string): Promise<string[]> {
  const { rows } = await client.query(
    `select format('%s (%s)', g.name, o.name) as name from access_groups g join organizations o on o.id = g.organization_id
     where g.installation_group_id is null and g.id in (select d.group_id from access_group_doors d where d.schedule_id = $1) order by 1, g.id`,
    [id],
  );
  return readRows(nameRow, rows).map(({ name }) => name);
}

/** Returns the installation's groups that have a place at the schedule's hours. Only system admins read them. */
export async function installationGroupsOfSchedule(client: PoolClient, id: string): Promise<string[]> {
  const { rows } = await client.query(
    `select g.name from installation_groups g
     where g.id in (select d.group_id from installation_group_doors d where d.schedule_id = $1) order by 1, g.id`,
    [id],
  );
  return readRows(nameRow, rows).map(({ name }) => name);
}

/** Returns the names of the schedules that use the calendar. */
export async function schedulesOfCalendar(client: PoolClient, id: string): Promise<string[]> {
  const { rows } = await client.query(
    `select s.name from schedule_calendars l join schedules s on s.id = l.schedule_id where l.calendar_id = $1 order by s.name, s.id`,
    [id],
  );
  return readRows(nameRow, rows).map(({ name }) => name);
}
