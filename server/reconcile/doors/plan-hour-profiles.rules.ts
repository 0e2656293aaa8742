// Plans door profiles for rights that have hours: one profile for each set of schedules, which is one schedule on the device.
// Pure.
import type { DeviceDoorProfile, DoorHours, DoorProfilePut } from "#drivers/port.ts";
import {
  type DoorPlan,
  desiredRules,
  directionsOf,
  opensExactly,
  type StoredDoor,
  sameRules,
} from "./plan-door-profiles.rules.ts";

export interface HourCombination {
  accessPointId: string;
  /** In the database's order. */
  scheduleIds: string[];
  /** The outcome of these schedules, cut by the door's own hours. */
  hours: DoorHours;
}

export interface HourProfilePlan extends HourCombination {
  token: string;
  put: DoorProfilePut | null;
}

interface Facts {
  doors: readonly DoorPlan[];
  stored: readonly StoredDoor[];
  profiles: readonly DeviceDoorProfile[];
  tokenOf: (accessPointId: string, scheduleIds: readonly string[]) => string;
}

/** Leaves out doors that the device does not have, or reports without a direction: nobody is let in there. */
export function planHourProfiles(
  combinations: readonly HourCombination[],
  { doors, stored, profiles, tokenOf }: Facts,
): HourProfilePlan[] {
  const byDoor = new Map(doors.flatMap((plan) => (plan.id === null ? [] : [[plan.id, plan.door] as const])));
  const rows = new Map(stored.map((row) => [row.id, row]));
  const byToken = new Map(profiles.map((profile) => [profile.token, profile]));
  return combinations.flatMap((one): HourProfilePlan[] => {
    const door = byDoor.get(one.accessPointId);
    if (!door || door.accessPointTokens.length === 0) return [];
    const token = tokenOf(one.accessPointId, one.scheduleIds);
    const present = byToken.get(token);
    const pinRules = desiredRules(door, rows.get(one.accessPointId) ?? null, present);
    const directions = directionsOf(door, one.hours);
    const fits = opensExactly(present, directions) && sameRules(present.pinRules, pinRules);
    const put = fits ? null : { token, name: `Portal: ${door.name} (tider)`, ...directions, pinRules };
    return [{ ...one, token, put }];
  });
}
