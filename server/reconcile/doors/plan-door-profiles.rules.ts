// Matches stored doors and profiles with the device's. Pure. New hardware has new tokens; unmatched doors lose access.
import type { DeviceDoor, DeviceDoorProfile, DoorHours, DoorProfilePut } from "#drivers/port.ts";

export interface StoredDoor {
  id: string;
  name: string;
  door_name: string | null;
  device_door_token: string | null;
  access_profile_token: string | null;
  /** A PIN alone should let the portal's people in, whatever the reader asks for. */
  pin_alone: boolean;
  /** The door's own hours on the device; null: open at all hours. */
  hours: DoorHours | null;
}

export interface DoorPlan {
  id: string | null;
  door: DeviceDoor;
  /** Null when the device reports no direction for a profile. */
  profileToken: string | null;
  put: DoorProfilePut | null;
}

export interface DoorProfilesPlan {
  doors: DoorPlan[];
  /** Stored doors that the device no longer has. They stay, because people are assigned to them. */
  missing: string[];
}

/** Only profiles with these tokens are changed. */
export interface ProfileTokens {
  tokenOf: (doorToken: string) => string;
  isOurs: (token: string) => boolean;
}

/** Plans the rows and profiles of a device's doors. A door whose profile is right gets no `put`. */
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

/** Matches by token, and the rest by a name that is unique on both sides. */
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
  const present = current === null ? undefined : choice.byToken.get(current);
  const pinRules = desiredRules(door, row, present);
  const directions = directionsOf(door, row?.hours ?? null);
  const fits = (profile: DeviceDoorProfile | undefined) =>
    opensExactly(profile, directions) &&
    (choice.tokens.isOurs(profile.token)
      ? sameRules(profile.pinRules, pinRules)
      : pinRules.length === 0 && directions.byHours === undefined);
  if (current !== null) {
    if (fits(present)) return { profileToken: current, put: null };
    if (choice.tokens.isOurs(current)) return ours(current, door, { ...directions, pinRules });
  }
  const ready = choice.profiles.find((profile) => fits(profile) && !choice.taken.has(profile.token));
  if (ready) return { profileToken: ready.token, put: null };
  return ours(choice.tokens.tokenOf(door.doorToken), door, { ...directions, pinRules });
}

/** Returns the unit's own rule where it is desired and available. A profile keeps its rule while the unit's rules cannot be read. */
export function desiredRules(
  door: DeviceDoor,
  row: StoredDoor | null,
  present: DeviceDoorProfile | undefined,
): string[] {
  if (!row?.pin_alone) return [];
  if (door.pinRule === undefined) return present?.pinRules ?? [];
  return door.pinRule === null ? [] : [door.pinRule.token];
}

/** Tells whether both lists hold the same rules in the same order. Undefined is an empty list. */
export function sameRules(left: readonly string[] = [], right: readonly string[] = []): boolean {
  return left.length === right.length && left.every((rule, index) => rule === right[index]);
}

function ours(
  token: string,
  door: DeviceDoor,
  opens: Omit<DoorProfilePut, "token" | "name">,
): Pick<DoorPlan, "profileToken" | "put"> {
  return { profileToken: token, put: { token, name: `Portal: ${door.name}`, ...opens } };
}

type Directions = Pick<DoorProfilePut, "accessPointTokens" | "byHours">;

/** Hours limit the ways in; the ways out open at all hours. Where the unit does not keep the hours, no way in opens. */
export function directionsOf(
  { accessPointTokens, entryTokens = accessPointTokens }: DeviceDoor,
  hours: DoorHours | null,
): Directions {
  if (hours === null) return { accessPointTokens };
  return {
    accessPointTokens: accessPointTokens.filter((point) => !entryTokens.includes(point)),
    byHours: entryTokens.map((accessPointToken) => ({ accessPointToken, schedule: hours.token })),
  };
}

/** Tells whether the profile opens these directions at these hours, and nothing else. */
export function opensExactly(
  profile: DeviceDoorProfile | undefined,
  { accessPointTokens, byHours = [] }: Directions,
): profile is DeviceDoorProfile {
  if (!profile?.enabled || !profile.always) return false;
  const keys = (list: typeof byHours) =>
    list.map(({ accessPointToken, schedule }) => `${accessPointToken} ${schedule}`);
  return sameSet(profile.accessPointTokens, accessPointTokens) && sameSet(keys(profile.byHours ?? []), keys(byHours));
}

function sameSet(left: readonly string[], right: readonly string[]): boolean {
  const [ours, theirs] = [new Set(left), new Set(right)];
  return ours.size === theirs.size && [...ours].every((one) => theirs.has(one));
}
