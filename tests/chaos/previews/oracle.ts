// Computes who has access where from the tables that people fill, without the portal's own views and functions.
import type { Pool } from "pg";
import { z } from "zod";

/** A person's rights at a place. Each right: hours, start, end. */
interface Held {
  hours: Set<string>;
  rights: string[];
  span: string;
}
export type Access = ReadonlyMap<string, Held>;

const right = z.object({
  place: z.string(),
  person: z.string(),
  schedule: z.string().nullable(),
  from: z.string().nullable(),
  until: z.string().nullable(),
  begins: z.string().nullable(),
  ends: z.string().nullable(),
});
const said = z.object({ id: z.string(), said: z.string() });
const END = "9999";

/** Reads who has access at which hours; the key is `place person`. */
export async function readAccess(admin: Pool, organization: string): Promise<Access> {
  const { rows } = await admin.query(
    `with mine as (select c.id, c.end_user_id, c.credential_type, case when c.valid_from > now() then c.valid_from::text end as begins, c.valid_to::text as ends
       from credentials c where c.organization_id = $1 and c.enabled and (c.valid_to is null or c.valid_to > now())),
     given as (
       select a.controller_id, a.access_point_id, m.end_user_id, m.begins, m.ends, null::uuid as schedule_id, null::timestamptz as "from", null::timestamptz as until
       from controller_assignments a join mine m on m.id = a.credential_id
       union all
       select d.controller_id, d.access_point_id, m.end_user_id, m.begins, m.ends, d.schedule_id, g.valid_from, g.valid_to
       from access_group_doors d join access_group_members g on g.group_id = d.group_id and (g.valid_to is null or g.valid_to > now())
       join mine m on m.end_user_id = g.end_user_id and (m.credential_type = 'pin') = (d.access_point_id is not null))
     select coalesce(g.access_point_id, g.controller_id) as place, g.end_user_id as person, g.schedule_id as schedule, g.begins, g.ends,
       case when g."from" > now() then to_char(g."from" at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') end as "from", to_char(g.until at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as until
     from given g
     where g.controller_id in (select controller_id from organization_controllers where organization_id = $1)
       and (g.access_point_id is null or g.access_point_id in (select id from access_points where enabled)
         and (g.access_point_id in (select access_point_id from organization_access_points where organization_id = $1)
           or g.controller_id not in (select controller_id from organization_access_points where organization_id = $1)))`,
    [organization],
  );
  const schedules = await readSchedules(admin);
  const ofDoor = new Map(
    z
      .array(z.object({ id: z.string(), hours: z.string().nullable() }))
      .parse((await admin.query("select id, hours_schedule_id as hours from access_points")).rows)
      .map(({ id, hours }) => [id, hours === null ? "" : (schedules.get(hours) ?? "?")]),
  );
  const access = new Map<string, Held>();
  for (const row of z.array(right).parse(rows)) {
    const key = `${row.place} ${row.person}`;
    const held = access.get(key) ?? { hours: new Set(), rights: [], span: "" };
    const hours = row.schedule === null ? "always" : (schedules.get(row.schedule) ?? "?");
    const one = [hours, row.from ?? "", row.until ?? END].join("|");
    if (!held.rights.includes(one)) held.rights.push(one);
    held.span = [...new Set([...held.span.split(",").filter(Boolean), `${row.begins}/${row.ends}`])]
      .toSorted()
      .join(",");
    access.set(key, held);
  }
  for (const [key, held] of access) {
    const parts = held.rights.map((one) => one.split("|"));
    const isContained = ([hours, from = "", until = ""]: string[]) =>
      parts.some(
        ([h, f = "", u = ""]) =>
          (h !== hours || f !== from || u !== until) && (h === hours || h === "always") && f <= from && u >= until,
      );
    const left = parts.filter((one) => !isContained(one));
    const door = ofDoor.get(key.split(" ")[0] ?? "") ?? "";
    held.rights = left.map((one) => [door, ...one].join("|")).toSorted();
    held.hours = new Set(left.map(([hours]) => `${door}|${hours}`));
  }
  return access;
}

/** Returns the hours of each schedule as a text, equal for equal hours. A calendar without days changes nothing. */
async function readSchedules(admin: Pool): Promise<Map<string, string>> {
  const { rows } = await admin.query(
    `select s.id, jsonb_build_object(
        'week', (select jsonb_agg(jsonb_build_array(h.weekday, h.from_minute, h.to_minute, h.every_weeks, (h.anchor - '1990-01-01'::date) / 7 % h.every_weeks,
            h.valid_from, h.valid_until) order by h.weekday, h.from_minute, h.to_minute, h.every_weeks) from schedule_hours h where h.schedule_id = s.id),
        'days', (select jsonb_agg(array(select jsonb_build_array(d.holiday, d.first_day, d.last_day, d.hours) from calendar_days d
            where d.calendar_id = l.calendar_id order by d.holiday, d.first_day) order by l.place)
          from schedule_calendars l where l.schedule_id = s.id and exists (select from calendar_days d where d.calendar_id = l.calendar_id)))::text as said
     from schedules s`,
  );
  return new Map(
    z
      .array(said)
      .parse(rows)
      .map((one) => [one.id, one.said]),
  );
}

export type Kind = "gain" | "lose" | "hours" | "dates";
const alike = (a: Iterable<string>, b: Iterable<string>) => [...a].toSorted().join() === [...b].toSorted().join();

function kindOf(had: Held | undefined, has: Held | undefined): Kind | null {
  if (had === undefined) return has === undefined ? null : "gain";
  if (has === undefined) return "lose";
  if (!alike(had.hours, has.hours)) return "hours";
  return alike(had.rights, has.rights) && had.span === has.span ? null : "dates";
}

/** Returns the people of each change, by `place kind`. */
export function differences(before: Access, after: Access): Map<string, string[]> {
  const changes = new Map<string, string[]>();
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const kind = kindOf(before.get(key), after.get(key));
    const [place = "", person = ""] = key.split(" ");
    if (kind !== null) changes.set(`${place} ${kind}`, [...(changes.get(`${place} ${kind}`) ?? []), person]);
  }
  return changes;
}
