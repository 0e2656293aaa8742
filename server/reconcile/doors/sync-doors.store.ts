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

export async function readDoorsOf(pool: Pool, controllerId: string): Promise<z.infer<typeof storedDoor>[]> {
  const { rows } = await pool.query({
    name: "doors-of",
    text: `select id, name, door_name, device_door_token, access_profile_token, pin_alone, hours_schedule_id, unlock_hours from access_points
      where controller_id = $1 order by name, id`,
    values: [controllerId],
  });
  return readRows(storedDoor, rows);
}

export interface DoorFacts extends DoorPinFacts {
  deviceDoorToken: string;
  profileToken: string | null;
  pinMin: number | null;
  pinMax: number | null;
  /** The outcome on the device; null: the door has no hours, or they are not confirmed. */
  hours: DoorHours | null;
  /** The unit's own; null: none. */
  unlockHours: UnlockHours | null;
}

/** In the order of `factsOf`, after the door's own values. */
const FACTS =
  "device_door_token, access_profile_token, pin_min, pin_max, pin_use, pin_hours, pin_rule, pin_alone_on_device, hours_token, hours_problem, unlock_hours";
const factsOf = (door: DoorFacts) => [
  door.deviceDoorToken,
  door.profileToken,
  door.pinMin,
  door.pinMax,
  door.pinUse,
  door.pinHours,
  door.pinRule,
  door.pinAloneOnDevice,
  door.hours?.token ?? null,
  door.hours?.problem ?? null,
  door.unlockHours,
];

export async function insertDoor(
  client: PoolClient,
  controllerId: string,
  door: DoorFacts & { name: string; doorName: string; description: string | null },
): Promise<void> {
  await client.query(
    `insert into access_points (controller_id, name, door_name, description, ${FACTS}, last_synced)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, now())`,
    [controllerId, door.name, door.doorName, door.description, ...factsOf(door)],
  );
}

/** Updates a door in two statements, so that an unchanged door updates `last_synced` only and raises no generation. */
export async function updateDoor(client: PoolClient, id: string, door: DoorFacts): Promise<void> {
  await client.query(
    `update access_points set (${FACTS}, missing_since)
       = ($2, $3, $4, $5, $6, $7, coalesce($8, pin_rule), $9, $10, $11, $12, null)
     where id = $1 and (${FACTS}, missing_since)
       is distinct from ($2, $3, $4::smallint, $5::smallint, $6, $7::jsonb, coalesce($8, pin_rule), $9::boolean, $10, $11, $12::jsonb, null::timestamptz)`,
    [id, ...factsOf(door)],
  );
  await client.query("update access_points set last_synced = now() where id = $1", [id]);
}

export async function setDoorsMissing(client: PoolClient, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    "update access_points set missing_since = now() where id = any ($1::uuid[]) and missing_since is null",
    [ids],
  );
}
