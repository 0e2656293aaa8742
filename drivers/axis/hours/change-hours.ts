// Has profiles open by other schedules in the fewest calls: one list, one write, one read-back, whatever the number of doors.
import { DOOR_PROFILE_PREFIX } from "../../port.ts";
import { isByHours, isWholeList, PROFILE, PROFILES } from "../access-profiles.ts";
import type { AxisClient } from "../client.ts";
import { SERVICES } from "../endpoints.ts";
import { byShortName, isJoined, namedParts } from "../joined-profiles.ts";
import type { WireAccessProfile } from "../wire.ts";

/** Returns true once the unit shows the profiles with these schedules; false where only a comparison can tell. */
export async function changeHours(client: AxisClient, schedules: ReadonlyMap<string, string>): Promise<boolean> {
  const changed = changedProfiles(await client.list(PROFILES), schedules);
  if (changed === null) return false;
  await client.set(SERVICES.accessControl, "pacsaxis:SetAccessProfile", "AccessProfile", ...changed);
  const shown = await client.get(
    PROFILE,
    changed.map(({ token }) => token),
  );
  const texts = new Map(shown.map((profile) => [profile.token, textOf(profile)]));
  return changed.every((profile) => texts.get(profile.token) === textOf(profile));
}

/** Returns the profiles to write; null where one is not as the portal wrote it. */
function changedProfiles(
  profiles: readonly WireAccessProfile[],
  schedules: ReadonlyMap<string, string>,
): WireAccessProfile[] | null {
  const doors = profiles.flatMap((profile) => {
    const schedule = schedules.get(profile.token);
    return schedule === undefined ? [] : [withHours(profile, () => schedule)];
  });
  const known = profiles.filter(({ token }) => token.startsWith(DOOR_PROFILE_PREFIX));
  const parts = { doors: new Map(known.map((door) => [door.token, door])), shortNames: byShortName(known) };
  const joint = profiles.filter(({ token }) => isJoined(token)).map((one) => joined(one, parts, schedules));
  const changed = [...doors, ...joint].filter((one) => one !== null && one !== "as it is");
  const isWhole = doors.length === schedules.size && ![...doors, ...joint].includes(null);
  return isWhole ? changed : null;
}

interface Parts {
  /** The doors' own profiles by token. */
  doors: ReadonlyMap<string, WireAccessProfile>;
  shortNames: ReturnType<typeof byShortName>;
}

/** Returns a joint profile with the hours of its parts that change. */
function joined(
  profile: WireAccessProfile,
  { doors, shortNames }: Parts,
  schedules: ReadonlyMap<string, string>,
): WireAccessProfile | "as it is" | null {
  const parts = namedParts(profile, shortNames);
  // A joint profile whose parts nothing names is a comparison's matter, unless it has no hours at all.
  if (parts === null) return profile.AccessPolicy.some(isByHours) ? null : "as it is";
  const ofPoint = new Map<string, string>();
  let points = 0;
  for (const { token, AccessPolicy } of parts.flatMap((part) => doors.get(part) ?? [])) {
    const schedule = schedules.get(token);
    if (schedule === undefined) continue;
    for (const { AccessPoint } of AccessPolicy.filter(isByHours)) {
      ofPoint.set(AccessPoint, schedule);
      points += 1;
    }
  }
  if (points === 0) return "as it is";
  const timed = profile.AccessPolicy.filter((policy) => isByHours(policy) && ofPoint.has(policy.AccessPoint));
  // Each changed direction stands there once, by hours.
  if (ofPoint.size !== points || timed.length !== points) return null;
  return withHours(profile, (point) => ofPoint.get(point));
}

/** Returns null where the profile is not one that the portal wrote with hours. */
function withHours(
  profile: WireAccessProfile,
  scheduleAt: (point: string) => string | undefined,
): WireAccessProfile | null {
  const timed = profile.AccessPolicy.filter(isByHours);
  const isPlain =
    profile.Enabled !== false &&
    profile.ValidFrom === "" &&
    profile.ValidTo === "" &&
    isWholeList(profile.Schedule) &&
    profile.AccessPolicy.every((policy) => isByHours(policy) || isWholeList(policy.Schedule));
  if (!isPlain || timed.length === 0) return null;
  const AccessPolicy = profile.AccessPolicy.map((policy) => {
    const schedule = isByHours(policy) ? scheduleAt(policy.AccessPoint) : undefined;
    return schedule === undefined ? policy : { ...policy, Schedule: [schedule] };
  });
  return { ...profile, AccessPolicy };
}

/** Returns what a profile opens, as a text that is the same for the same. */
function textOf({ Enabled, ValidFrom, ValidTo, Schedule, AuthenticationProfile, AccessPolicy }: WireAccessProfile) {
  const policies = AccessPolicy.map(({ AccessPoint, Schedule: own }) => JSON.stringify([AccessPoint, own])).sort();
  return JSON.stringify([Enabled !== false, ValidFrom, ValidTo, Schedule, [...AuthenticationProfile].sort(), policies]);
}
