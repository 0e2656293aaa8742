// Matches stored doors and profiles with the device's. Pure. New hardware has new tokens; unmatched doors lose access.
import type { DeviceDoor, DeviceDoorProfile } from "#drivers/port.ts";

export interface StoredDoor {
  id: string;
  name: string;
  door_name: string | null;
  device_door_token: string | null;
  access_profile_token: string | null;
}

export interface DoorPlan {
  id: string | null;
  door: DeviceDoor;
  /** Null when the device reports no direction for a profile. */
  profileToken: string | null;
  put: { token: string; name: string; accessPointTokens: string[] } | null;
}

export interface DoorProfilesPlan {
  doors: DoorPlan[];
  /** Stored doors gone from the device. They stay: people are assigned to them. */
  missing: string[];
}

/** Only profiles with these tokens are changed. */
export interface ProfileTokens {
  tokenOf: (doorToken: string) => string;
  isOurs: (token: string) => boolean;
}

export function planDoorProfiles(
  stored: readonly StoredDoor[],
  doors: readonly DeviceDoor[],
  profiles: readonly DeviceDoorProfile[],
  tokens: ProfileTokens,
): DoorProfilesPlan {
  const matched = matchDoors(stored, doors);
  const byToken = new Map(profiles.map((profile) => [profile.token, profile]));
  // A recreated door keeps its profile's token, so no other door may derive the same.
  const taken = new Set([...matched.values()].map((row) => row.access_profile_token).filter((token) => token !== null));
  const plans = doors.map((door): DoorPlan => {
    const row = matched.get(door) ?? null;
    return { id: row?.id ?? null, door, ...profileFor(door, row, { byToken, profiles, tokens, taken }) };
  });
  const found = new Set([...matched.values()].map((row) => row.id));
  return { doors: plans, missing: stored.filter((row) => !found.has(row.id)).map((row) => row.id) };
}

/** By token; the rest by a name unique on both sides. */
function matchDoors(stored: readonly StoredDoor[], doors: readonly DeviceDoor[]): Map<DeviceDoor, StoredDoor> {
  const matched = new Map<DeviceDoor, StoredDoor>();
  const byToken = new Map(
    stored.flatMap((row) => (row.device_door_token === null ? [] : [[row.device_door_token, row] as const])),
  );
  for (const door of doors) {
    const row = byToken.get(door.doorToken);
    if (row) matched.set(door, row);
  }
  const used = new Set(matched.values());
  const freeRows = stored.filter((row) => !used.has(row));
  const freeDoors = doors.filter((door) => !matched.has(door));
  for (const door of freeDoors) {
    const sameName = freeRows.filter(
      (row) => door.name !== "" && (row.name === door.name || row.door_name === door.name),
    );
    const [row] = sameName;
    const alone = freeDoors.filter((other) => other.name === door.name).length === 1;
    if (row && sameName.length === 1 && alone && !used.has(row)) {
      matched.set(door, row);
      used.add(row);
    }
  }
  return matched;
}

interface Choice {
  byToken: Map<string, DeviceDoorProfile>;
  profiles: readonly DeviceDoorProfile[];
  tokens: ProfileTokens;
  taken: Set<string>;
}

function profileFor(door: DeviceDoor, row: StoredDoor | null, choice: Choice): Pick<DoorPlan, "profileToken" | "put"> {
  if (door.accessPointTokens.length === 0) return { profileToken: row?.access_profile_token ?? null, put: null };
  const current = row?.access_profile_token ?? null;
  if (current !== null) {
    if (opensExactly(choice.byToken.get(current), door)) return { profileToken: current, put: null };
    if (choice.tokens.isOurs(current)) return ours(current, door);
  }
  const ready = choice.profiles.find((profile) => opensExactly(profile, door) && !choice.taken.has(profile.token));
  if (ready) return { profileToken: ready.token, put: null };
  return ours(choice.tokens.tokenOf(door.doorToken), door);
}

function ours(token: string, door: DeviceDoor): Pick<DoorPlan, "profileToken" | "put"> {
  return {
    profileToken: token,
    put: { token, name: `Portal: ${door.name}`, accessPointTokens: door.accessPointTokens },
  };
}

function opensExactly(profile: DeviceDoorProfile | undefined, door: DeviceDoor): boolean {
  if (!profile?.enabled || !profile.always) return false;
  const opens = new Set(profile.accessPointTokens);
  return (
    opens.size === new Set(door.accessPointTokens).size && door.accessPointTokens.every((token) => opens.has(token))
  );
}
