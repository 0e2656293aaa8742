// Tokens that we choose for our objects on a device. Chosen from what they stand for, so that a repeat after a lost
// reply updates the same object, and so that a listing tells ours from others'.
import { createHash } from "node:crypto";
import { DOOR_PROFILE_PREFIX } from "#drivers/port.ts";

const USER_PREFIX = "wp-u-";
const CREDENTIAL_PREFIX = "wp-c-";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** 64 bits: doors of one controller network are tens, and ONVIF allows 64 characters. */
const DOOR_HASH_HEX = 16;

/** Twin in SQL: database/reconcile/device-tokens.function.sql. */
export function userTokenOf(sourceId: string): string {
  return USER_PREFIX + sourceId;
}

/** Twin in SQL: as `userTokenOf`. */
export function credentialTokenOf(sourceId: string): string {
  return CREDENTIAL_PREFIX + sourceId;
}

/** The first token that a door's profile gets; a door that is recreated on the device keeps its earlier profile's token. */
export function doorProfileTokenOf(doorToken: string): string {
  return DOOR_PROFILE_PREFIX + createHash("sha256").update(doorToken).digest("hex").slice(0, DOOR_HASH_HEX);
}

export function isDoorProfileToken(token: string): boolean {
  return token.startsWith(DOOR_PROFILE_PREFIX);
}

/** The credential source that a user or credential token of our form names; null for every other token. */
export function holderOfToken(token: string): string | null {
  for (const prefix of [USER_PREFIX, CREDENTIAL_PREFIX]) {
    if (!token.startsWith(prefix)) continue;
    const holderId = token.slice(prefix.length);
    if (UUID.test(holderId)) return holderId;
  }
  return null;
}
