// Shared parts of the door drivers' cases: the harness, a person and their grant.
import type { PinUse } from "#contract/pin-use.ts";
import type { HarnessFault } from "./conformance.ts";
import type { DeviceConnection, DeviceCredential, DoorController } from "./port.ts";

/** A device with 250 people. At its first two doors, at least, a PIN of the stated length is enough at every hour. */
export interface DoorHarness {
  /** Opens the device; the harness closes it. `forbidden` excludes the device from the network policy. */
  open: (changes?: Partial<DeviceConnection>, options?: { forbidden?: boolean }) => DoorController;
  device: {
    serial: string;
    doorTokens: readonly string[];
    /** The effect of a PIN alone at each door; `hours` are weekdays only. */
    pinUses: readonly PinUse[];
    people: number;
    pinLengths: readonly [least: number, most: number];
    certSha256: string | null;
    opens: (pin: string, doorToken: string, at?: Date) => boolean;
    credentialCount: () => number;
    requests: () => number;
    failNext: (fault: HarnessFault) => void;
    /** Makes the device refuse this token of a person or credential; the returned function ends that. */
    refuse: (token: string) => () => void;
    offline: () => Promise<void>;
    /** Changes that an installer makes on the device; each is absent where the device has no such feature. */
    installer?: {
      /** Adds a second schedule to that profile and its directions, which closes them on the day of `INSIDE` and opens nothing. */
      closeProfile: (token: string) => void;
      /** Switches the door off on the device. */
      switchOff: (doorToken: string) => void;
      /** Changes the device's own schedule of all hours, which then does not hold at `INSIDE`. */
      changeAlways: (how: "exception" | "shorter" | "removed") => void;
    };
  };
}

export const ANNA = { token: "wp-u-anna", firstName: "Anna-Lena", lastName: "Åström Ñandú 李" };
export const WINDOW = { validFrom: "2026-11-30T23:00:00Z", validTo: "2026-12-31T22:59:59Z" };
export const INSIDE = new Date("2026-12-24T15:00:00Z");
export const AFTER = new Date("2027-01-02T00:00:00Z");
export const WEEKDAY = new Date("2026-12-16T11:00:00Z");
export const SUNDAY = new Date("2026-12-20T11:00:00Z");

/** Returns a PIN as long as the readers take. */
export function pinOf({ pinLengths: [, most] }: DoorHarness["device"], digits = "483920"): string {
  return digits.slice(0, most);
}

export function annasCredential(device: DoorHarness["device"], profileTokens: string[]): DeviceCredential {
  const pin = pinOf(device);
  return { token: "wp-c-anna", userToken: ANNA.token, pin, ...WINDOW, enabled: true, profileTokens };
}

export async function grant(
  driver: DoorController,
  device: DoorHarness["device"],
  doorCount: number,
): Promise<string[]> {
  const doors = (await driver.readDoors()).slice(0, doorCount);
  const profiles: string[] = [];
  for (const [index, door] of doors.entries()) {
    const { accessPointTokens } = door;
    profiles.push(
      await driver.putDoorProfile({ token: `wp-door-${index}`, name: `Portal: ${door.name}`, accessPointTokens }),
    );
  }
  await driver.putUser(ANNA);
  await driver.putCredential(annasCredential(device, profiles));
  return profiles;
}
