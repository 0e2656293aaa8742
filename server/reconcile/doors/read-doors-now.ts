import type { Pool } from "pg";
import type { DeviceDoor, DoorController } from "#drivers/port.ts";
import { type DoorPinFacts, doorPinFacts } from "./door-pin.rules.ts";
import { isDoorProfileToken } from "./profile-tokens.ts";
import { readDoorsOf } from "./sync-doors.store.ts";

export type DoorNow = Omit<DeviceDoor, keyof DoorPinFacts> & DoorPinFacts;

/**
 * Returns the doors with the present effect of a PIN alone, judged in the same way as in a sync. For an unsaved controller (`controllerId`
 * null) and for a door that no sync has seen, that is the reader's own rule. Throws DeviceError.
 */
export async function readDoorsNow(
  pool: Pool,
  device: DoorController,
  controllerId: string | null,
): Promise<DoorNow[]> {
  const doors = await device.readDoors();
  const stored = controllerId === null ? [] : await readDoorsOf(pool, controllerId);
  const profileOf = new Map(stored.map((row) => [row.device_door_token, row.access_profile_token]));
  const used = doors.some(({ doorToken }) => profileOf.get(doorToken));
  const profiles = new Map((used ? await device.listProfiles() : []).map((profile) => [profile.token, profile]));
  return doors.map((door) => {
    const profile = profiles.get(profileOf.get(door.doorToken) ?? "");
    return { ...door, ...doorPinFacts(door, profile, isDoorProfileToken) };
  });
}
