// Seeds the demo's schedules and calendars: a laundry room with hours, cleaners every second Tuesday, and a closing within two weeks.
import type { PoolClient } from "pg";
import { dayNumber, dayOfNumber } from "#contract/schedules/local-day.ts";
import type { OpenInterval } from "#contract/schedules/schedule.ts";
import { stockholmDay } from "#contract/stockholm.ts";

interface DemoHours extends OpenInterval {
  weekdays: readonly number[];
  everyWeeks?: 1 | 2;
}

interface DemoSchedule {
  name: string;
  /** An organisation's name; null: the installation. */
  owner: string | null;
  hours: readonly DemoHours[];
  /** Names of the installation's calendars, in their order. */
  calendars: readonly string[];
  /** Names of the doors whose hours it is. */
  doors: readonly string[];
}

const CLOSED: readonly OpenInterval[] = [];
const SHORT: readonly OpenInterval[] = [{ from: 600, to: 1_080 }];

const HOLIDAYS: Readonly<Record<string, Readonly<Record<string, readonly OpenInterval[]>>>> = {
  "Helger och jul": {
    christmas_eve: CLOSED,
    christmas_day: CLOSED,
    boxing_day: SHORT,
    new_years_eve: SHORT,
    new_years_day: CLOSED,
    midsummer_eve: CLOSED,
    midsummer_day: CLOSED,
  },
  "Röda dagar": { public_holidays: CLOSED },
};

/** The cleaners come every second week from that of this day. */
const CLEANED_IN_DAYS = 7;
const MAINTENANCE = { calendar: "Underhåll", name: "Service av maskinerna", firstDay: 9, days: 2 };

/** Schedules by name; a group of the demo may have one of them. */
const DEMO_SCHEDULES: readonly DemoSchedule[] = [
  {
    name: "Tvättstuga",
    owner: null,
    hours: [
      { weekdays: [1, 2, 3, 4, 5, 6], from: 360, to: 1_320 },
      { weekdays: [7], from: 480, to: 1_200 },
    ],
    calendars: [MAINTENANCE.calendar, "Helger och jul"],
    doors: ["Tvättstuga", "Torkrum"],
  },
  {
    name: "Kontorstid",
    owner: null,
    hours: [{ weekdays: [1, 2, 3, 4, 5], from: 480, to: 1_020 }],
    calendars: ["Röda dagar"],
    doors: [],
  },
  {
    name: "Städ",
    owner: "Brf Norrgården",
    hours: [{ weekdays: [2], from: 420, to: 540, everyWeeks: 2 }],
    calendars: ["Röda dagar"],
    doors: [],
  },
];

/** Inserts calendars and schedules, and gives doors their hours. `now` is when the demo begins. */
export async function insertSchedules(
  client: PoolClient,
  organizations: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const today = stockholmDay(now);
  const dayAfter = (days: number) => dayOfNumber(dayNumber(today) + days);
  for (const [name, days] of Object.entries(HOLIDAYS))
    await client.query(
      `with made as (insert into calendars (name) values ($1) returning id)
       insert into calendar_days (calendar_id, holiday, hours) select made.id, d.key, d.value from made, jsonb_each($2) d`,
      [name, JSON.stringify(days)],
    );
  await client.query(
    `with made as (insert into calendars (name) values ($1) returning id)
     insert into calendar_days (calendar_id, first_day, last_day, name) select id, $2, $3, $4 from made`,
    [
      MAINTENANCE.calendar,
      dayAfter(MAINTENANCE.firstDay),
      dayAfter(MAINTENANCE.firstDay + MAINTENANCE.days - 1),
      MAINTENANCE.name,
    ],
  );
  for (const { name, owner, hours, calendars, doors } of DEMO_SCHEDULES) {
    const { rows } = await client.query<{ id: string }>(
      `with made as (insert into schedules (organization_id, name) values ($1, $2) returning id),
       hours as (
         insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, every_weeks, anchor)
         select made.id, d.weekday, h."from", h."to", coalesce(h."everyWeeks", 1), $3
         from made, jsonb_to_recordset($4) h (weekdays jsonb, "from" int, "to" int, "everyWeeks" int)
         cross join lateral (select w::int from jsonb_array_elements_text(h.weekdays) w) d (weekday)),
       used as (
         insert into schedule_calendars (schedule_id, calendar_id, place)
         select made.id, c.id, u.place - 1
         from made, unnest($5::text[]) with ordinality u (name, place)
         join calendars c on c.name = u.name and c.organization_id is null)
       select id from made`,
      [
        owner === null ? null : organizations.get(owner),
        name,
        dayAfter(CLEANED_IN_DAYS),
        JSON.stringify(hours),
        calendars,
      ],
    );
    await client.query("update access_points set hours_schedule_id = $1 where name = any($2)", [rows[0]?.id, doors]);
  }
}
