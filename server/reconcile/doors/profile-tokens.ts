// The portal's tokens of profiles on devices. They are derived, so that a repeated write updates the same profile.
import { createHash } from "node:crypto";
import { DOOR_PROFILE_PREFIX, HOURS_PROFILE_PREFIX } from "#drivers/port.ts";

/** 64 bits: controller networks have tens of doors, and ONVIF allows 64 characters. */
const DOOR_HASH_HEX = 16;
const HOURS_HASH_HEX = 32;

/** Returns a door profile's first token; a recreated door keeps its earlier profile's. */
export function doorProfileTokenOf(doorToken: string): string {
  return DOOR_PROFILE_PREFIX + createHash("sha256").update(doorToken).digest("hex").slice(0, DOOR_HASH_HEX);
}

/** Returns the token of the profile that gives a door at the hours of these schedules, which are in order. */
export function hoursProfileTokenOf(accessPointId: string, scheduleIds: readonly string[]): string {
  const digest = createHash("sha256")
    .update([accessPointId, ...scheduleIds].join("\n"))
    .digest("hex");
  return HOURS_PROFILE_PREFIX + digest.slice(0, HOURS_HASH_HEX);
}

/** Tells whether the portal made a door's profile. False for profiles of hours, which have a prefix of their own. */
export function isDoorProfileToken(token: string): boolean {
  return token.startsWith(DOOR_PROFILE_PREFIX);
}
