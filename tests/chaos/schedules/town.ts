// Many door controllers, people in groups with hours, and doors with hours of their own.
import { randomUUID } from "node:crypto";
import type { Random } from "#scripts/seed/random.ts";
import { encryptCredentialPin } from "#server/people/encrypt.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { paced } from "#tests/support/pace.ts";
import type { Stage } from "../edits/stage.ts";
import { deviceFixture } from "../world/device-fixtures.ts";
import { makeSyncWorld, type SyncWorldOptions } from "../world/engines.ts";
import type { WorldEngine } from "../world/open-engine.ts";
import { store } from "./campaign.ts";
import { drawSchedule } from "./draw.ts";

export interface TownOptions extends Pick<SyncWorldOptions, "adminUrl" | "authenticatorUrl" | "keys"> {
  controllers: number;
  people: number;
  random: Random;
  quietWithinMs: number;
}

export interface TownDoor {
  id: string;
  controllerId: string;
  token: string;
  /** False: the way out has a button. */
  hasExitReader: boolean;
  device: AxisSimulator;
}

export interface Town extends Stage {
  engine: WorldEngine["engine"];
  doors: readonly TownDoor[];
  groups: readonly string[];
  schedules: string[];
  /** Instants at the edges of schedules, within the months that are sent to units. */
  instants: Date[];
  quietWithinMs: number;
  close(): Promise<void>;
}

export const TOWN_DOORS = ["Entré", "Garage", "Tvätt"];
const EXIT_READERS = ["Garage", "Tvätt"];
const SCHEDULES = 10;
const INSTANTS = 4;
const GROUPS = 16;
const CONTROLLERS_OF_GROUP = 8;
const DAY_MS = 86_400_000;
/** Centres of the schedules' days, so that every instant lies after today and within two years. */
const [FIRST_CENTRE, CENTRES] = [15, 660];
const FIRST_PIN = 100_000;
const TIMEOUTS = { connectMs: paced(10_000), callMs: paced(10_000), totalMs: paced(20_000) };

export async function openTown(options: TownOptions): Promise<Town> {
  const { random, quietWithinMs } = options;
  const devices: AxisSimulator[] = [];
  for (let index = 0; index < options.controllers; index++)
    devices.push(
      await startAxisSimulator({
        https: false,
        policy: "digest",
        doors: TOWN_DOORS.map((name) => ({ name, ...(EXIT_READERS.includes(name) && { exit: "reader" as const }) })),
      }),
    );
  const world = await makeSyncWorld({ ...options, timeouts: TIMEOUTS });
  const { engine } = world.makeEngine({ options: { leaseSeconds: paced(15) } });
  await engine.start();
  const ids = await world.addControllers(devices);
  await world.quiet(quietWithinMs);
  const fixtures = devices.map((device, index) => deviceFixture(ids[index] ?? "", device));
  const unable = async () => {
    throw new Error("no server is killed here");
  };
  const stage: Stage = { world, fixtures, people: new Map(), codes: new Map(), kill: unable, rebuild: unable };
  const { rows } = await world.admin.query<{ id: string; controllerId: string; token: string; name: string }>(
    `select id, controller_id as "controllerId", device_door_token as token, name from access_points`,
  );
  const doors = rows.map(({ name, ...door }): TownDoor => {
    const device = devices[ids.indexOf(door.controllerId)];
    if (!device) throw new RangeError("a door of no device");
    return { ...door, hasExitReader: EXIT_READERS.includes(name), device };
  });
  const schedules: string[] = [];
  const instants: Date[] = [];
  for (let index = 0; index < SCHEDULES; index++) {
    const centre = Math.floor(Date.now() / DAY_MS + FIRST_CENTRE + random.below(CENTRES)) * DAY_MS;
    const drawn = drawSchedule(random, INSTANTS, centre);
    schedules.push(await store(world.admin, drawn));
    instants.push(...drawn.instants);
  }
  const groups = await addGroups({ world, random, doors, schedules });
  await addPeople(stage, { random, groups, people: options.people });
  const close = async () => {
    await world.close();
    await Promise.all(devices.map((device) => device.close()));
  };
  return { ...stage, engine, doors, groups, schedules, instants, quietWithinMs, close };
}

interface Plan extends Pick<Town, "world" | "doors" | "schedules"> {
  random: Random;
}

async function addGroups({ world, random, doors, schedules }: Plan): Promise<string[]> {
  const controllers = [...new Set(doors.map(({ controllerId }) => controllerId))];
  const groups = Array.from({ length: GROUPS }, () => randomUUID());
  for (const group of groups) {
    await world.admin.query("insert into access_groups (id, organization_id, name) values ($1, $2, $3)", [
      group,
      world.organizationId,
      group,
    ]);
    const some = new Set(Array.from({ length: CONTROLLERS_OF_GROUP }, () => random.pick(controllers)));
    for (const door of doors.filter(({ controllerId }) => some.has(controllerId) && random.next() < 0.7))
      await addPlace(world, group, door, random.next() < 0.2 ? null : random.pick(schedules));
  }
  return groups;
}

export async function addPlace(
  { admin, organizationId }: Town["world"],
  group: string,
  door: Pick<TownDoor, "id" | "controllerId">,
  schedule: string | null,
): Promise<void> {
  await admin.query(
    `insert into access_group_doors (group_id, organization_id, controller_id, access_point_id, schedule_id)
     select $1, $2, $3, $4, $5 where not exists (select from access_group_doors d where d.group_id = $1 and d.access_point_id = $4)`,
    [group, organizationId, door.controllerId, door.id, schedule],
  );
}

async function addPeople(
  { world, people }: Stage,
  { random, groups, people: count }: { random: Random; groups: readonly string[]; people: number },
): Promise<void> {
  const { admin, keys, organizationId } = world;
  for (let index = 0; index < count; index++) {
    const made = { id: randomUUID(), credentialId: randomUUID() };
    await admin.query(
      "insert into end_users (id, organization_id, first_name, last_name) values ($1, $2, $3, 'Boende')",
      [made.id, organizationId, `P${index}`],
    );
    await admin.query(
      `insert into credentials (id, end_user_id, credential_type, credential_value, valid_from, valid_to)
       values ($1, $2, 'pin', $3, now() - interval '1 day', now() + make_interval(days => $4))`,
      [
        made.credentialId,
        made.id,
        encryptCredentialPin(keys, made.credentialId, String(FIRST_PIN + index)),
        30 + random.below(700),
      ],
    );
    for (const group of new Set([random.pick(groups), ...(random.next() < 0.4 ? [random.pick(groups)] : [])]))
      await join(world, group, made.id);
    people.set(index, made);
  }
}

export async function join({ admin, organizationId }: Town["world"], group: string, person: string): Promise<void> {
  await admin.query(
    "insert into access_group_members (group_id, organization_id, end_user_id) values ($1, $2, $3) on conflict do nothing",
    [group, organizationId, person],
  );
}
