// Merges a device's users and credentials into one list. Pure. PINs are returned as dots.
import { MASKED_PIN } from "#contract/pin.ts";
import type { DeviceCredential, DeviceUser } from "#drivers/port.ts";

export interface DevicePerson {
  /** Null: a credential without a user. */
  userToken: string | null;
  credentialToken: string | null;
  name: string;
  firstName: string;
  lastName: string;
  /** One dot per digit; null without PIN. */
  pin: string | null;
  validFrom: string | null;
  validTo: string | null;
  enabled: boolean;
}

const NOBODY = { name: "", firstName: "", lastName: "" };
const NOTHING = { credentialToken: null, pin: null, validFrom: null, validTo: null, enabled: false };

/** Returns one entry per credential, or per user without one, sorted by name. */
export function mergeDevicePeople(
  users: readonly DeviceUser[],
  credentials: readonly DeviceCredential[],
): DevicePerson[] {
  const byUser = Map.groupBy(credentials, (credential) => credential.userToken);
  const known = new Set(users.map((user) => user.token));
  const people = users.flatMap((user): DevicePerson[] => {
    const who = { userToken: user.token, name: user.name, firstName: user.firstName, lastName: user.lastName };
    const own = byUser.get(user.token) ?? [];
    return own.length === 0
      ? [{ ...who, ...NOTHING }]
      : own.map((credential) => ({ ...who, ...credentialOf(credential) }));
  });
  const stray = credentials
    .filter(({ userToken }) => userToken === null || !known.has(userToken))
    .map((credential) => ({ userToken: null, ...NOBODY, ...credentialOf(credential) }));
  return [...people, ...stray].sort((one, other) => one.name.localeCompare(other.name, "sv"));
}

function credentialOf({ token, pin, validFrom, validTo, enabled }: DeviceCredential) {
  return { credentialToken: token, pin: pin === null ? null : MASKED_PIN, validFrom, validTo, enabled };
}
