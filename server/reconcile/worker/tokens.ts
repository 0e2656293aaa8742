// The portal's tokens on devices. They are derived, so that a repeated write updates the same object and a listing shows which objects are
// the portal's.
import { createHash } from "node:crypto";
import { DOOR_PROFILE_PREFIX, HOURS_PROFILE_PREFIX } from "#drivers/port.ts";

const USER_PREFIX = "wp-u-";
const CREDENTIAL_PREFIX = "wp-c-";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** 64 bits: controller networks have tens of doors, and ONVIF allows 64 characters. */
const DOOR_HASH_HEX = 16;
const HOURS_HASH_HEX = 32;

/** Returns a source's user token. Twin in SQL: database/reconcile/device-tokens.function.sql. */
export function userTokenOf(sourceId: string): string {
  return USER_PREFIX + sourceId;
}

/** Returns a source's credential token. The same SQL file holds its twin. */
export function credentialTokenOf(sourceId: string): string {
  return CREDENTIAL_PREFIX + sourceId;
}

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

export function isDoorProfileToken(token: string): boolean {
  return token.startsWith(DOOR_PROFILE_PREFIX);
}

/** Returns the source named by a user or credential token of the portal's form; else null. */
export function sourceOfToken(token: string): string | null {
  for (const prefix of [USER_PREFIX, CREDENTIAL_PREFIX]) {
    if (!token.startsWith(prefix)) continue;
    const sourceId = token.slice(prefix.length);
    if (UUID.test(sourceId)) return sourceId;
  }
  return null;
}
