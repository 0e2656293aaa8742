// Tells which doors' confirmed hours a unit held otherwise, so that they were written again. Pure.
import type { DeviceDoorProfile, DoorHours, DoorProfilePut } from "#drivers/port.ts";
import { opensExactly } from "./plan-door-profiles.rules.ts";

export interface ConfirmedHours {
  accessPointId: string;
  /** Null: the door's own hours. */
  scheduleIds: readonly string[] | null;
  hoursToken: string;
}

interface PlannedHours {
  accessPointId: string;
  scheduleIds: readonly string[] | null;
  hours: DoorHours | null;
  put: DoorProfilePut | null;
}

/** Returns the doors whose schedule, or the profile that names it, was another on the unit than the one that it had confirmed. */
export function rewrittenHours(
  before: readonly ConfirmedHours[],
  planned: readonly PlannedHours[],
  profiles: readonly DeviceDoorProfile[],
): Set<string> {
  const confirmed = new Map(before.map((one) => [keyOf(one), one.hoursToken]));
  const present = new Map(profiles.map((profile) => [profile.token, profile]));
  const rewritten = planned.filter((one) => {
    const { hours, put } = one;
    // Hours that changed since, or that nothing confirmed, are written as usual.
    if (!hours?.token || confirmed.get(keyOf(one)) !== hours.token) return false;
    return hours.instead !== undefined || (put !== null && !opensExactly(present.get(put.token), put));
  });
  return new Set(rewritten.map(({ accessPointId }) => accessPointId));
}

const keyOf = ({ accessPointId, scheduleIds }: Pick<PlannedHours, "accessPointId" | "scheduleIds">): string =>
  `${accessPointId} ${scheduleIds?.join(" ") ?? "own"}`;
