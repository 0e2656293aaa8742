import type { Pool } from "pg";
import { z } from "zod";
import { CALENDAR_HOLIDAYS, scheduleDays } from "#contract/schedules/calendar-days.ts";
import type { Schedule } from "#contract/schedules/schedule.ts";
import { readRows } from "#server/platform/database/read-each.ts";

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

const SCHEDULE = `select s.id, s.name,
    coalesce((select jsonb_agg(jsonb_build_object('weekday', h.weekday, 'from', h.from_minute, 'to', h.to_minute,
        'everyWeeks', h.every_weeks, 'anchor', h.anchor, 'validFrom', h.valid_from, 'validUntil', h.valid_until))
      from schedule_hours h where h.schedule_id = s.id), '[]') as hours,
    coalesce((select jsonb_agg(coalesce((select jsonb_agg(jsonb_build_object('holiday', d.holiday, 'from', d.first_day,
        'until', d.last_day, 'hours', d.hours)) from calendar_days d where d.calendar_id = l.calendar_id), '[]') order by l.place)
      from schedule_calendars l where l.schedule_id = s.id), '[]') as calendars
  from schedules s`;

type Years = readonly [first: number, last: number];

/** Returns the schedules of a controller's doors, with their holidays in these years. */
export async function readHoursOf(pool: Pool, controllerId: string, years: Years): Promise<Map<string, Schedule>> {
  const { rows } = await pool.query({
    name: "hours-of",
    text: `${SCHEDULE} where s.id in (select a.hours_schedule_id from access_points a where a.controller_id = $1)`,
    values: [controllerId],
  });
  return new Map(readRows(scheduleRow, rows).map((row) => [row.id, scheduleOf(row, years)]));
}

/** Returns one schedule with its name; null when it is gone. */
export async function readSchedule(
  pool: Pool,
  id: string,
  years: Years,
): Promise<{ name: string; schedule: Schedule } | null> {
  const { rows } = await pool.query(`${SCHEDULE} where s.id = $1`, [id]);
  const [row] = readRows(scheduleRow, rows);
  return row === undefined ? null : { name: row.name, schedule: scheduleOf(row, years) };
}

const scheduleOf = ({ hours, calendars }: z.infer<typeof scheduleRow>, [first, last]: Years): Schedule => ({
  hours,
  days: scheduleDays(calendars, first, last),
});
