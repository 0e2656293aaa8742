// Draws changes of access as calls of access-preview.
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { z } from "zod";
import type { PreviewCall } from "#contract/functions/access-preview.ts";
import type { Random } from "#scripts/seed/random.ts";
import type { PreviewWorld } from "./world.ts";

const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const idRow = z.object({ id: z.string() });

export interface Drawing {
  admin: Pool;
  world: PreviewWorld;
  random: Random;
}

/** Draws a change that may or may not be refused, and may change nothing. */
export async function drawChange(drawing: Drawing, number: number): Promise<PreviewCall> {
  const { random } = drawing;
  const kinds = [
    groupSaved,
    groupSaved,
    members,
    members,
    groupGone,
    schedule,
    schedule,
    calendar,
    doorHours,
    link,
    link,
  ];
  const more = [person, person, person, created, switched, extended, gone, imported];
  return random.pick([...kinds, ...more])(drawing, number);
}

async function some(drawing: Drawing, table: "end_users" | "access_groups", most: number): Promise<string[]> {
  const { rows } = await drawing.admin.query(
    `select id from ${table} where organization_id = $1 order by md5(id::text || $2) limit $3`,
    [drawing.world.organization, String(drawing.random.next()), most],
  );
  return z
    .array(idRow)
    .parse(rows)
    .map(({ id }) => id);
}

interface Places {
  doors: readonly string[];
  gates: readonly string[];
}

/** Returns what the organisation is offered; one time in twelve all places, so that some changes are refused. */
async function offered({ admin, world, random }: Drawing): Promise<Places> {
  const all = { doors: [...world.doors.keys()], gates: world.gates };
  if (random.below(12) === 0) return all;
  const { rows } = await admin.query(
    `select p.id from access_points p join organization_controllers c on c.controller_id = p.controller_id and c.organization_id = $1
     where not exists (select from organization_access_points o where o.organization_id = $1 and o.controller_id = p.controller_id)
       or exists (select from organization_access_points o where o.organization_id = $1 and o.access_point_id = p.id)
     union all select controller_id from organization_controllers where organization_id = $1 and controller_id = any ($2)`,
    [world.organization, world.gates],
  );
  const found = new Set(
    z
      .array(idRow)
      .parse(rows)
      .map(({ id }) => id),
  );
  const among = (ids: readonly string[]) => {
    const those = ids.filter((id) => found.has(id));
    return those.length > 0 ? those : ids;
  };
  return { doors: among(all.doors), gates: among(all.gates) };
}

const placesOf = z.object({ doors: z.array(z.string()), gates: z.array(z.string()), name: z.string() });

async function groupSaved({ admin, world, random, ...rest }: Drawing, number: number): Promise<PreviewCall> {
  const [found = null] = await some({ admin, world, random, ...rest }, "access_groups", 1);
  const id = random.below(4) === 0 ? null : found;
  const choice = await offered({ admin, world, random, ...rest });
  const { rows } = await admin.query(
    `select g.name, array(select access_point_id::text from access_group_doors d where d.group_id = g.id and access_point_id is not null) as doors,
       array(select controller_id::text from access_group_doors d where d.group_id = g.id and access_point_id is null) as gates
     from access_groups g where g.id = $1`,
    [id],
  );
  const known = rows[0] === undefined ? { doors: [], gates: [], name: "Ny" } : placesOf.parse(rows[0]);
  const flip = (list: readonly string[], one: string) =>
    list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
  let doors = known.doors;
  for (let more = random.below(3); more > 0; more--) doors = flip(doors, random.pick(choice.doors));
  const gates = random.below(4) === 0 ? flip(known.gates, random.pick(choice.gates)) : known.gates;
  const places = [...doors, ...gates];
  const timed = places.length > 0 && random.below(2) === 0 ? [random.pick(places)] : [];
  const hours = random.below(3) === 0 ? null : random.pick(world.schedules).id;
  return {
    call: "access-groups",
    body: {
      action: "SAVE",
      ...(id === null || rows[0] === undefined ? {} : { id }),
      organization_id: world.organization,
      name: rows[0] === undefined ? `Ny ${number}` : known.name,
      validity_period: "12_months",
      doors,
      gates,
      schedules: Object.fromEntries(timed.map((place) => [place, hours])),
      follow: random.below(12) !== 0,
    },
  };
}

async function members(drawing: Drawing): Promise<PreviewCall> {
  const { random } = drawing;
  const [id = randomUUID()] = await some(drawing, "access_groups", 1);
  const people = await some(drawing, "end_users", 1 + random.below(6));
  const [end, from] = [3 + random.below(40), random.below(3)];
  const dates = random.pick([
    {},
    {},
    { end_date: dayIn(end) },
    { from_date: dayIn(from), end_date: dayIn(end) },
    { from_date: null, end_date: null },
  ]);
  const isAdded = random.below(3) !== 0;
  return {
    call: "access-groups",
    body: { action: "SET_MEMBERS", id, add: isAdded ? people : [], remove: isAdded ? [] : people, ...dates },
  };
}

async function groupGone(drawing: Drawing): Promise<PreviewCall> {
  const [id = randomUUID()] = await some(drawing, "access_groups", 1);
  const { rows } = await drawing.admin.query(
    "select from access_group_doors where group_id = $1 and schedule_id is not null",
    [id],
  );
  // Direct rights have no hours, so the places of such a group are seldom kept as direct rights.
  const keep = drawing.random.below(rows.length > 0 ? 8 : 2) === 0;
  return { call: "access-groups", body: { action: "REMOVE", id, keep } };
}

async function schedule({ world, random }: Drawing, number: number): Promise<PreviewCall> {
  const { id, organization_id } = random.pick(world.schedules);
  const from = 60 * random.below(10);
  const every = random.pick([1, 1, 2] as const);
  const week = Array.from({ length: 1 + random.below(7) }, (_, day) => ({
    weekday: day + 1,
    from,
    to: 1_080,
    every_weeks: every,
    anchor: dayIn(7 * random.below(2)),
  }));
  return {
    call: "schedules",
    body: {
      action: "SAVE",
      id,
      organization_id,
      name: `Schema nr ${number}`,
      hours: random.below(10) === 0 ? [] : week,
      never: true,
      calendars: random.below(3) === 0 ? world.calendars.slice(organization_id === null ? 1 : 0) : [],
    },
  };
}

async function calendar({ world, random }: Drawing, number: number): Promise<PreviewCall> {
  const isInstallations = random.below(2) === 0;
  const days = [
    { holiday: "public_holidays" as const, from: null, until: null, hours: [] },
    { holiday: null, from: dayIn(10), until: dayIn(10 + random.below(5)), hours: [{ from: 600, to: 900 }] },
  ];
  return {
    call: "schedules",
    body: {
      action: "SAVE_CALENDAR",
      id: String(world.calendars[isInstallations ? 1 : 0]),
      organization_id: isInstallations ? null : world.organization,
      name: `Kalender ${number}`,
      days: days.slice(random.below(3)),
    },
  };
}

async function doorHours({ world, random }: Drawing): Promise<PreviewCall> {
  const own = random.pick(world.schedules.filter(({ organization_id }) => organization_id === null)).id;
  return {
    call: "door-hours",
    body: {
      access_point_id: random.pick([...world.doors.keys()]),
      hours_schedule_id: random.below(3) === 0 ? null : own,
    },
  };
}

async function link({ admin, world, random }: Drawing): Promise<PreviewCall> {
  const units = [...world.controllers, ...world.gates];
  const linked = async (table: string, column: string) => {
    const { rows } = await admin.query(`select ${column} as id from ${table} where organization_id = $1`, [
      world.organization,
    ]);
    return new Set(
      z
        .array(idRow)
        .parse(rows)
        .map(({ id }) => id),
    );
  };
  const here = await linked("organization_controllers", "controller_id");
  const away = units.filter((id) => !here.has(id));
  const reachable = [...world.doors].filter(([, controller]) => here.has(controller));
  const isDoor = reachable.length > 0 && random.below(3) !== 0;
  const [door, controller] = random.pick(isDoor ? reachable : [...world.doors]);
  // A unit that was taken is soon given back; otherwise little would be left to change.
  const unit = isDoor ? controller : random.pick(away.length > 0 && random.below(4) !== 0 ? away : units);
  const isLinked = isDoor ? (await linked("organization_access_points", "access_point_id")).has(door) : here.has(unit);
  return {
    call: "organization-link",
    body: {
      organization_id: world.organization,
      controller_id: unit,
      access_point_id: isDoor ? door : null,
      linked: !isLinked,
    },
  };
}

const car = (random: Random, gates: readonly string[]) => ({
  plate_number: `BBB ${String(random.below(1_000)).padStart(3, "0")}`,
  vehicle_type: "Personbil",
  validity_period: "12_months" as const,
  controller_ids: [random.pick(gates)],
});

async function person(drawing: Drawing): Promise<PreviewCall> {
  const { admin, world, random } = drawing;
  const [id = randomUUID()] = await some(drawing, "end_users", 1);
  const groups = await some(drawing, "access_groups", random.below(3));
  const { rows } = await admin.query<{ first_name: string; last_name: string }>(
    "select first_name, last_name from end_users where id = $1",
    [id],
  );
  const choice = await offered(drawing);
  const doors = [...new Set([random.pick(choice.doors), random.pick(choice.doors)])];
  const dated =
    random.below(4) === 0
      ? { validity_period: "custom" as const, end_date: dayIn(5 + random.below(90)) }
      : { validity_period: "12_months" as const };
  return {
    call: "end-user-manager",
    body: {
      action: "UPDATE",
      id,
      payload: {
        organization_id: world.organization,
        first_name: rows[0]?.first_name ?? "Ingen",
        last_name: rows[0]?.last_name ?? "Alls",
        ...(random.below(8) !== 0 && { pin: { ...dated, access_point_ids: doors } }),
        ...(random.below(2) === 0 && { vehicle: car(random, choice.gates) }),
        ...(random.below(2) === 0 && { group_ids: groups }),
      },
    },
  };
}

async function created(drawing: Drawing, number: number): Promise<PreviewCall> {
  const { world, random } = drawing;
  const choice = await offered(drawing);
  return {
    call: "end-user-manager",
    body: {
      action: "CREATE",
      payload: {
        organization_id: world.organization,
        first_name: "Ny",
        last_name: `Nr${number}`,
        pin: {
          value: String(500_137 + number * 13),
          validity_period: "6_months",
          access_point_ids: [random.pick(choice.doors)],
        },
        ...(random.below(2) === 0 && { vehicle: car(random, choice.gates) }),
        group_ids: await some(drawing, "access_groups", random.below(3)),
      },
    },
  };
}

async function switched(drawing: Drawing): Promise<PreviewCall> {
  const ids = await some(drawing, "end_users", 1 + drawing.random.below(4));
  return { call: "end-user-manager", body: { action: "SWITCH_MANY", ids, enabled: drawing.random.below(2) === 0 } };
}

/** Half of the extended credentials have ended or end within days. */
async function extended(drawing: Drawing): Promise<PreviewCall> {
  const { admin, random } = drawing;
  const people = await some(drawing, "end_users", 1 + random.below(4));
  const { rows } = await admin.query("select id from credentials where end_user_id = any ($1) order by id", [people]);
  const ids = z
    .array(idRow)
    .parse(rows)
    .map(({ id }) => id);
  if (ids.length === 0) return gone(drawing);
  await admin.query(
    "update credentials set validity_period = '1_month', valid_from = now() - interval '1 month', valid_to = now() + $2 * interval '1 day' where id = any ($1) and valid_to > now()",
    [ids.filter(() => random.below(2) === 0), random.below(2) === 0 ? 3 : -1],
  );
  return { call: "end-user-manager", body: { action: "EXTEND", credential_ids: ids } };
}

async function gone(drawing: Drawing): Promise<PreviewCall> {
  const ids = await some(drawing, "end_users", 1 + drawing.random.below(3));
  const [id = ""] = ids;
  if (ids.length === 1) return { call: "end-user-manager", body: { action: "DELETE", id } };
  return { call: "end-user-manager", body: { action: "DELETE_MANY", ids } };
}

async function imported(drawing: Drawing, number: number): Promise<PreviewCall> {
  const { world, random } = drawing;
  const choice = await offered(drawing);
  const rows = Array.from({ length: 1 + random.below(3) }, (_, at) => ({
    row: at + 1,
    first_name: "Fil",
    last_name: `Nr${number}x${at}`,
    apartment: "",
    email: "",
    phone: "",
    note: "",
    pin: String(700_137 + number * 17 + at),
    doors: [],
    plate: random.below(2) === 0 ? `CCC ${String(random.below(1_000)).padStart(3, "0")}` : "",
    validity: "12_months",
  }));
  return {
    call: "people-import",
    body: {
      action: "IMPORT",
      import_id: randomUUID(),
      organization_id: world.organization,
      total: rows.length,
      access_point_ids: [random.pick(choice.doors)],
      rows,
    },
  };
}
