// Queries of doors. A name is written once; afterwards administrators own it.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { type UnlockHours, unlockHoursSchema } from "#contract/unlock-hours.ts";
import type { DoorHours } from "#drivers/port.ts";
import { readRows } from "#server/platform/database/read-each.ts";
import type { DoorPinFacts } from "./door-pin.rules.ts";

const storedDoor = z.object({
  id: z.string(),
  name: z.string(),
  door_name: z.string().nullable(),
  device_door_token: z.string().nullable(),
  access_profile_token: z.string().nullable(),
  pin_alone: z.boolean(),
  hours_schedule_id: z.string().nullable(),
  unlock_hours: unlockHoursSchema.nullable(),
});

/** Returns the stored doors, also those that the device no longer has. */
export async function readDoorsOf(pool: Pool, controllerId: string): Promise<z.infer<typeof storedDoor>[]> {
  const { rows } = await pool.query({
    name: "doors-of",
    text: `select id, name, door_name, device_door_token, access_profile_token, pin_alone, hours_schedule_id, unlock_hours from access_points
      where controller_id = $1 order by name, id`,
    values: [controllerId],
  });
  return readRows(storedDoor, rows);
}

interface DoorFacts extends DoorPinFacts {
  deviceDoorToken: string;
  profileToken: string | null;
  pinMin: number | null;
  pinMax: number | null;
  /** The outcome on the device; null: the door has no hours, or they are not confirmed. */
  hours: DoorHours | null;
  /** The unit's own; null: none. */
  unlockHours: UnlockHours | null;
}

interface NewDoor extends DoorFacts {
  name: string;
  doorName: string;
  description: string | null;
}

/** The columns of a door's facts, with their types. */
const FACTS = {
  device_door_token: "text",
  access_profile_token: "text",
  pin_min: "smallint",
  pin_max: "smallint",
  pin_use: "text",
  pin_hours: "jsonb",
  pin_rule: "text",
  pin_alone_on_device: "boolean",
  hours_token: "text",
  hours_problem: "text",
  unlock_hours: "jsonb",
};
const factsOf = (door: DoorFacts): Record<keyof typeof FACTS, unknown> => ({
  device_door_token: door.deviceDoorToken,
  access_profile_token: door.profileToken,
  pin_min: door.pinMin,
  pin_max: door.pinMax,
  pin_use: door.pinUse,
  pin_hours: door.pinHours,
  pin_rule: door.pinRule,
  pin_alone_on_device: door.pinAloneOnDevice,
  hours_token: door.hours?.token ?? null,
  hours_problem: door.hours?.problem ?? null,
  unlock_hours: door.unlockHours,
});
const columns = Object.keys(FACTS);
const TYPED = Object.entries(FACTS)
  .map(([column, type]) => `${column} ${type}`)
  .join(", ");
/** Returns the facts of a row of `n`; a rule that is not known leaves the stored one. */
const NEWS = columns
  .map((column) => (column === "pin_rule" ? "coalesce(n.pin_rule, a.pin_rule)" : `n.${column}`))
  .join(", ");
const STORED = columns.map((column) => `a.${column}`).join(", ");

/** Inserts new doors under the names that the device has for them. */
export async function insertDoors(client: PoolClient, controllerId: string, doors: readonly NewDoor[]): Promise<void> {
  if (doors.length === 0) return;
  const rows = doors.map((door) => ({
    name: door.name,
    door_name: door.doorName,
    description: door.description,
    ...factsOf(door),
  }));
  await client.query({
    name: "insert-doors",
    text: `insert into access_points (controller_id, name, door_name, description, ${columns.join(", ")}, last_synced)
      select $1, name, door_name, description, ${columns.join(", ")}, now()
      from jsonb_to_recordset($2::jsonb) as n (name text, door_name text, description text, ${TYPED})`,
    values: [controllerId, JSON.stringify(rows)],
  });
}

/** Updates doors in two statements, so that an unchanged door updates `last_synced` only and raises no generation. */
export async function updateDoors(client: PoolClient, doors: readonly (DoorFacts & { id: string })[]): Promise<void> {
  if (doors.length === 0) return;
  await client.query({
    name: "update-doors",
    text: `update access_points a set (${columns.join(", ")}, missing_since) = (${NEWS}, null)
      from jsonb_to_recordset($1::jsonb) as n (id uuid, ${TYPED})
      where a.id = n.id and (${STORED}, a.missing_since) is distinct from (${NEWS}, null::timestamptz)`,
    values: [JSON.stringify(doors.map((door) => ({ id: door.id, ...factsOf(door) })))],
  });
  await client.query({
    name: "doors-synced",
    text: "update access_points set last_synced = now() where id = any ($1::uuid[])",
    values: [doors.map(({ id }) => id)],
  });
}

/** Marks doors that the device no longer has. A door that was missing before keeps its time. */
export async function setDoorsMissing(client: PoolClient, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    "update access_points set missing_since = now() where id = any ($1::uuid[]) and missing_since is null",
    [ids],
  );
}
