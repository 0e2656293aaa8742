// Works out what a PIN alone does at a door for the portal's people, from the reader and from their profile there. Pure.
import type { DoorPin } from "#contract/pin-use.ts";
import { cutText, plainText } from "#contract/plain-line.ts";
import type { DeviceDoor, DeviceDoorProfile } from "#drivers/port.ts";

export interface DoorPinFacts extends DoorPin {
  /** The unit's name for the rule, empty where it has none; null leaves the stored one. */
  pinRule: string | null;
  /** One of the portal's profiles carries a rule of the unit. */
  pinAloneOnDevice: boolean;
}

const NAME_MAX = 100;

/** Returns the effect of a PIN alone. `profile` undefined: the reader's own rule decides. */
export function doorPinFacts(
  door: DeviceDoor,
  profile: DeviceDoorProfile | undefined,
  isOurs: (token: string) => boolean,
): DoorPinFacts {
  return { ...pinThrough(door, profile, isOurs), pinRule: pinRuleName(door) };
}

/** Returns the effect of a PIN. A rule of the profile comes before the reader's, except where nobody gets in. */
function pinThrough(
  door: DeviceDoor,
  profile: DeviceDoorProfile | undefined,
  isOurs: (token: string) => boolean,
): DoorPin & { pinAloneOnDevice: boolean } {
  const { pinUse, pinHours, pinRule } = door;
  const rules = profile?.pinRules ?? [];
  if (profile === undefined || rules.length === 0) return { pinUse, pinHours, pinAloneOnDevice: false };
  const pinAloneOnDevice = isOurs(profile.token);
  if (pinUse === "nobody") return { pinUse, pinHours, pinAloneOnDevice };
  const isKnown = pinAloneOnDevice ? rules.every((rule) => rule === pinRule?.token) : profile.always;
  if (isKnown || pinUse === "always") return { pinUse: "always", pinHours: null, pinAloneOnDevice };
  if (pinRule === undefined) return { pinUse: "unknown", pinHours: null, pinAloneOnDevice };
  return { pinUse, pinHours, pinAloneOnDevice };
}

function pinRuleName({ pinRule }: DeviceDoor): string | null {
  if (!pinRule) return pinRule === null ? "" : null;
  return printable(pinRule.name, NAME_MAX) || printable(pinRule.token, NAME_MAX);
}

/** Returns a device's text as one printable line, in the form in which tables store it: a text of direction marks alone is none. */
export function printable(text: string, length: number): string {
  return cutText(plainText(text.replace(/\p{Cc}+/gu, " ")).trim(), length).trim();
}
