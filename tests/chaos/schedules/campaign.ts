// Asks SQL, its versions, TypeScript, a third evaluator and a simulated unit whether drawn schedules are open at drawn instants.
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { z } from "zod";
import { scheduleDays } from "#contract/schedules/calendar-days.ts";
import { isOpen } from "#contract/schedules/is-open.ts";
import { stockholmDay } from "#contract/stockholm.ts";
import { compileHours } from "#drivers/axis/hours/compile-hours.ts";
import { seededRandom } from "#scripts/seed/random.ts";
import { inCalendar } from "#simulators/axis/recurrence.ts";
import { localMs } from "#simulators/axis/time-zone.ts";
import { type DrawnSchedule, drawSchedule } from "./draw.ts";
import { isOpenByOthers } from "./third-evaluator.ts";

const INSTANTS = 20;
const SHOWN = 10;
/** A night window may begin on the day before, in the month before. */
const BEFORE_MS = 40 * 86_400_000;
/** The workers use the same number (server/reconcile/doors/keep-door-hours.ts). */
const YEARS_AHEAD = 3;

export interface SchedulesResult {
  pairs: number;
  schedules: number;
  /** Number of pairs that each evaluator called open. */
  open: { sql: number; typescript: number; third: number; unit: number };
  differences: number;
  first: object[];
}

export async function compareEvaluators(
  admin: Pool,
  { pairs, seed }: { pairs: number; seed: number },
): Promise<SchedulesResult> {
  const random = seededRandom(seed);
  const result: SchedulesResult = {
    pairs: 0,
    schedules: 0,
    open: { sql: 0, typescript: 0, third: 0, unit: 0 },
    differences: 0,
    first: [],
  };
  while (result.pairs < pairs) {
    const drawn = drawSchedule(random, Math.min(INSTANTS, pairs - result.pairs));
    const id = await store(admin, drawn);
    const days = scheduleDays(drawn.calendars, 1999, 2101);
    const atUnit = unitOf(drawn);
    for (const { instant, local, open: sql, version } of await ask(admin, id, drawn.instants)) {
      const typescript = isOpen({ hours: drawn.hours, days }, instant);
      const third = isOpenByOthers(drawn, local);
      const unit = atUnit(instant);
      result.pairs += 1;
      result.open.sql += Number(sql);
      result.open.typescript += Number(typescript);
      result.open.third += Number(third);
      result.open.unit += Number(unit);
      if (sql === typescript && typescript === third && third === unit && version === sql) continue;
      result.differences += 1;
      if (result.first.length < SHOWN)
        result.first.push({ instant, local, sql, version, typescript, third, unit, drawn });
    }
    result.schedules += 1;
  }
  return result;
}

/** Compiles the schedule for a unit, some days before the first instant, and lets the simulator read the result. */
function unitOf({ hours, calendars, instants }: DrawnSchedule): (instant: Date) => boolean {
  const first = Math.min(...instants.map((instant) => instant.getTime()));
  const today = stockholmDay(new Date(first - BEFORE_MS));
  const year = Number(today.slice(0, 4));
  const days = scheduleDays(calendars, year - 1, year + YEARS_AHEAD);
  const { definition, exceptions } = compileHours({ hours, days }, today);
  return (instant) => {
    const local = localMs("Europe/Stockholm", instant.getTime());
    return inCalendar(definition, local) && !inCalendar(exceptions, local);
  };
}

export async function store(admin: Pool, { hours, calendars }: DrawnSchedule): Promise<string> {
  const id = randomUUID();
  await admin.query("insert into schedules (id, name) values ($1, $2)", [id, id]);
  await admin.query(
    `insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, every_weeks, anchor, valid_from, valid_until)
     select $1, weekday, "from", "to", "everyWeeks", anchor, "validFrom", "validUntil" from jsonb_to_recordset($2)
       as h (weekday smallint, "from" smallint, "to" smallint, "everyWeeks" smallint, anchor date, "validFrom" date, "validUntil" date)`,
    [id, JSON.stringify(hours)],
  );
  for (const [place, days] of calendars.entries()) {
    const calendar = randomUUID();
    await admin.query("insert into calendars (id, name) values ($1, $2)", [calendar, calendar]);
    await admin.query(
      `insert into calendar_days (calendar_id, first_day, last_day, holiday, hours)
       select $1, "from", until, holiday, hours from jsonb_to_recordset($2) as d ("from" date, until date, holiday text, hours jsonb)`,
      [calendar, JSON.stringify(days)],
    );
    await admin.query("insert into schedule_calendars values ($1, $2, $3)", [id, calendar, place]);
  }
  return id;
}

const answers = z.array(z.object({ instant: z.date(), local: z.string(), open: z.boolean(), version: z.boolean() }));

async function ask(admin: Pool, schedule: string, instants: readonly Date[]) {
  const { rows } = await admin.query(
    `select i as instant, to_char(i at time zone 'Europe/Stockholm', 'YYYY-MM-DD HH24:MI:SS') as local, private.is_open($1, i) as open,
       private.opens(v.hours, v.calendars, i) as version
     from unnest($2::timestamptz[]) i, (select * from schedule_versions where schedule_id = $1 order by since desc limit 1) v`,
    [schedule, instants],
  );
  return answers.parse(rows);
}
