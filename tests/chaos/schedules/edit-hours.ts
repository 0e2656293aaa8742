// Random edits of schedules, calendars, groups and doors' hours among those of people (tests/chaos/edits).
import { randomUUID } from "node:crypto";
import { type Random, seededRandom } from "#scripts/seed/random.ts";
import { carryOutEdit } from "../edits/carry-out.ts";
import { type Edit, planEdit } from "../edits/plan-edits.ts";
import { store } from "./campaign.ts";
import { drawSchedule } from "./draw.ts";
import { addPlace, join, TOWN_DOORS, type Town } from "./town.ts";

export interface EditCounts {
  people: number;
  hours: number;
  refused: number;
}

/**
 * An unlinked unit rightly stays unlinked when another edit meanwhile gives its freed PIN to somebody else. Nothing would be left
 * to compare there.
 */
const OTHER_KINDS: readonly Edit["kind"][] = ["hand", "mishap", "kill", "compare", "pin_alone", "unlink"];
const HOURS_SHARE = 0.4;
const PINS_A_PERSON = 1.5;
/** Number of edits that run together: administrators do not wait for each other, and the units then have less time between edits. */
const AT_ONCE = 8;
const FIRST_PIN = 100_000;
const TWO_YEARS_S = 63_000_000;
const DAY_MS = 86_400_000;
const REFUSED = new Set(["23505", "23503", "23514"]);
const RETRIED = new Set(["40P01", "40001"]);

export async function editTown(
  town: Town,
  { seed, edits, progress }: { seed: number; edits: number; progress: (done: number) => void },
): Promise<EditCounts> {
  const counts: EditCounts = { people: 0, hours: 0, refused: 0 };
  const size = {
    fixtures: town.fixtures.length,
    doors: TOWN_DOORS,
    people: town.people.size,
    pins: Math.round(town.people.size * PINS_A_PERSON),
    firstPin: FIRST_PIN,
  };
  let [step, done, begun] = [0, 0, 0];
  const editOn = async () => {
    while (begun < edits) {
      const random = seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(step + 1, 0x85ebca6b));
      const isHours = random.next() < HOURS_SHARE;
      const at = step++;
      begun++;
      const outcome = await tried(() => (isHours ? editHours(town, random) : editPeople(town, seed, at, size)));
      if (outcome === "nobody") {
        begun--;
        continue;
      }
      counts[outcome === "refused" ? "refused" : isHours ? "hours" : "people"]++;
      progress(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, editOn));
  return counts;
}

async function editPeople(
  town: Town,
  seed: number,
  step: number,
  size: Parameters<typeof planEdit>[2],
): Promise<Outcome> {
  const { edit } = planEdit(seed, step, size);
  if (OTHER_KINDS.includes(edit.kind)) return "nobody";
  const outcome = await carryOutEdit(town, fitting(edit));
  return outcome === "pin taken" ? "refused" : outcome;
}

/** An added person has doors at a few controllers, not at half of fifty, and few PINs end before the instants that are asked about. */
function fitting(edit: Edit): Edit {
  if (edit.kind === "add") return { ...edit, doors: edit.doors.slice(0, 6) };
  return edit.kind === "window" && edit.endsInSeconds === 1 ? { ...edit, endsInSeconds: TWO_YEARS_S } : edit;
}

type Outcome = "done" | "nobody" | "refused";

async function tried(edit: () => Promise<Outcome>): Promise<Outcome> {
  for (let attempt = 1; ; attempt++)
    try {
      return await edit();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (REFUSED.has(code)) return "refused";
      if (!RETRIED.has(code) || attempt === 5) throw error;
    }
}

type HoursEdit = (town: Town, random: Random) => Promise<unknown>;

const EDITS: readonly [weight: number, edit: HoursEdit][] = [
  [6, changeWeek],
  [4, changeCalendar],
  [1, replaceSchedule],
  [20, changePlace],
  [10, givePlace],
  [10, takePlace],
  [25, (town, random) => join(town.world, random.pick(town.groups), random.pick([...town.people.values()]).id)],
  [20, leave],
  [8, changeDoor],
];

async function editHours(town: Town, random: Random): Promise<Outcome> {
  let left = random.next() * EDITS.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, edit] of EDITS) {
    left -= weight;
    if (left >= 0) continue;
    await edit(town, random);
    return "done";
  }
  return "nobody";
}

const run = ({ world }: Town, text: string, values: readonly unknown[]) => world.admin.query(text, [...values]);
const drawNear = (random: Random) => drawSchedule(random, 0, Date.now() + (15 + random.below(660)) * DAY_MS);
const maybe = (town: Town, random: Random) => (random.next() < 0.25 ? null : random.pick(town.schedules));

async function changeWeek(town: Town, random: Random): Promise<void> {
  await run(
    town,
    `with gone as (delete from schedule_hours where schedule_id = $1)
     insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, every_weeks, anchor, valid_from, valid_until)
     select $1, weekday, "from", "to", "everyWeeks", anchor, "validFrom", "validUntil" from jsonb_to_recordset($2)
       as h (weekday smallint, "from" smallint, "to" smallint, "everyWeeks" smallint, anchor date, "validFrom" date, "validUntil" date)`,
    [random.pick(town.schedules), JSON.stringify(drawNear(random).hours)],
  );
}

async function changeCalendar(town: Town, random: Random): Promise<void> {
  const { calendars } = drawNear(random);
  const id = randomUUID();
  const schedule = random.pick(town.schedules);
  await run(town, "delete from schedule_calendars where schedule_id = $1", [schedule]);
  await run(town, "insert into calendars (id, name) values ($1, $2)", [id, id]);
  await run(
    town,
    `insert into calendar_days (calendar_id, first_day, last_day, holiday, hours)
     select $1, "from", until, holiday, hours from jsonb_to_recordset($2) as d ("from" date, until date, holiday text, hours jsonb)`,
    [id, JSON.stringify(calendars.flat().slice(0, 1))],
  );
  await run(town, "insert into schedule_calendars values ($1, $2, 0)", [schedule, id]);
}

/** Puts a new schedule in the place of one, which is deleted. */
async function replaceSchedule(town: Town, random: Random): Promise<void> {
  const at = random.below(town.schedules.length);
  const old = town.schedules[at];
  const id = await store(town.world.admin, drawNear(random));
  town.schedules[at] = id;
  await run(town, "update access_group_doors set schedule_id = $2 where schedule_id = $1", [old, id]);
  await run(town, "update access_points set hours_schedule_id = $2 where hours_schedule_id = $1", [old, id]);
  await run(town, "delete from schedules where id = $1", [old]);
}

function changePlace(town: Town, random: Random) {
  return run(town, "update access_group_doors set schedule_id = $3 where group_id = $1 and controller_id = $2", [
    random.pick(town.groups),
    random.pick(town.fixtures).id,
    maybe(town, random),
  ]);
}

function givePlace(town: Town, random: Random) {
  return addPlace(town.world, random.pick(town.groups), random.pick(town.doors), maybe(town, random));
}

function takePlace(town: Town, random: Random) {
  return run(
    town,
    "delete from access_group_doors where group_id = $1 and access_point_id = (select access_point_id from access_group_doors where group_id = $1 order by access_point_id offset $2 limit 1)",
    [random.pick(town.groups), random.below(20)],
  );
}

function leave(town: Town, random: Random) {
  return run(town, "delete from access_group_members where group_id = $1 and end_user_id = $2", [
    random.pick(town.groups),
    random.pick([...town.people.values()]).id,
  ]);
}

function changeDoor(town: Town, random: Random) {
  const schedule = random.next() < 0.5 ? null : random.pick(town.schedules);
  return run(town, "update access_points set hours_schedule_id = $2 where id = $1", [
    random.pick(town.doors).id,
    schedule,
  ]);
}
