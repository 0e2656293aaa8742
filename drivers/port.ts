// All that the server may ask of a device; vendor names, URLs and wire shapes stay inside drivers/<vendor>/. An
// instance serves one controller and owns its connection, nonce and budgets.

export interface DeviceConnection {
  /** Scheme, host, port and optional path prefix, e.g. https://192.0.2.21:443 */
  baseUrl: URL;
  username: string;
  password: string;
  /** Of the certificate, hex; null: not pinned yet. */
  certSha256: string | null;
  /** Of the first contact; null: not known yet. Another serial stops all work. */
  serial: string | null;
  /** Set by a system admin for an LPR server: allows Basic over http. Never for Axis. */
  allowPlainHttp: boolean;
}

export interface DeviceIdentity {
  vendor: string;
  model: string | null;
  firmware: string | null;
  serial: string | null;
  /** Null over plain http. */
  certSha256: string | null;
  /** Device clock minus ours; null without a clock. */
  clockSkewMs: number | null;
  /** Doors or macros; null when not asked. */
  units: number | null;
  /** Codes of warnings, e.g. "clock_skew", "macro_missing". */
  warnings: string[];
}

/** One door, with all directions' readers. */
export interface DeviceDoor {
  /** The device's own token; changes when hardware is reconfigured. */
  doorToken: string;
  name: string;
  description: string;
  /** Directions (in, out) that a grant must cover. */
  accessPointTokens: string[];
  /** Strictest reader limits; null when no reader reports any. */
  pinMin: number | null;
  pinMax: number | null;
  /** False when some reader requires a card. */
  pinOnlyOk: boolean;
}

/** Prefix of our door profiles' tokens, followed by the door. */
export const DOOR_PROFILE_PREFIX = "wp-door-";

/** A grant for exactly one door (Axis: access profile). */
export interface DeviceDoorProfile {
  token: string;
  name: string;
  /** Directions that it opens at all times. */
  accessPointTokens: string[];
  enabled: boolean;
  always: boolean;
}

export interface DeviceUser {
  token: string;
  firstName: string;
  lastName: string;
  name: string;
}

export interface DeviceCredential {
  token: string;
  userToken: string | null;
  /** Clear text; never logged, never stored unencrypted. */
  pin: string | null;
  /** ISO 8601 UTC without milliseconds; null: no limit. */
  validFrom: string | null;
  validTo: string | null;
  enabled: boolean;
  /** Sorted. A profile with a validity of its own reads as `token [from/to]`, which equals no profile. */
  profileTokens: string[];
}

export interface SystemLogResult {
  url: string;
  status: number | null;
  ok: boolean;
  firstLines: string[];
}

/** A controller that stores PINs and decides alone. */
export interface DoorController {
  /** Checks address, account and API; throws the DeviceError of the one that failed. */
  identify(): Promise<DeviceIdentity>;
  readDoors(): Promise<DeviceDoor[]>;
  listProfiles(): Promise<DeviceDoorProfile[]>;
  /** Our own profile for one door; returns its token. */
  putDoorProfile(profile: { token: string; name: string; accessPointTokens: string[] }): Promise<string>;
  /** Unknown tokens are left out of the answer. */
  getUsers(tokens: readonly string[]): Promise<DeviceUser[]>;
  getCredentials(tokens: readonly string[]): Promise<DeviceCredential[]>;
  /** Every object on the device, all pages. */
  listUsers(): Promise<DeviceUser[]>;
  listCredentials(): Promise<DeviceCredential[]>;
  /** Under our token; keeps fields of the device object that are not ours. */
  putUser(user: Omit<DeviceUser, "name">): Promise<void>;
  putCredential(credential: DeviceCredential): Promise<void>;
  /** Removing a missing object succeeds. */
  removeUser(token: string): Promise<void>;
  removeCredential(token: string): Promise<void>;
  /** Dry run; nothing moves. Absent where unsupported. `reason` is the device's own word. */
  verifyPin?(pin: string, doorToken: string): Promise<{ granted: boolean; reason: string | null }>;
  systemLog(): Promise<SystemLogResult[]>;
  /** Frees connections; ends the instance's use. */
  close(): Promise<void>;
}

export interface DeviceMacro {
  id: string;
  name: string;
}

/** `unknown`: sent, no answer in time; the relay may have pulsed, so nobody may resend. `reason` is a code of drivers/errors.ts. */
export interface MacroOutcome {
  outcome: "executed" | "refused" | "unknown";
  httpStatus: number | null;
  reason: string | null;
}

/** Other lists are neither read nor changed. */
export interface PlateList {
  read(): Promise<string[]>;
  /** Removals first; idempotent. */
  change(change: { add: readonly string[]; remove: readonly string[] }): Promise<void>;
}

/** An LPR server: it reads plates and runs macros; the portal decides. */
export interface PlateController {
  identify(options?: { macroId?: string | null }): Promise<DeviceIdentity>;
  listMacros(): Promise<DeviceMacro[]>;
  /** At most one opening: never resends after bytes may have reached the server, except the 401 step to a token. */
  executeMacro(macroId: string, options: { timeoutMs: number }): Promise<MacroOutcome>;
  /**
   * Returns the portal's id, or with `onList` that of the server's plate list. A server without lists fails; a driver
   * without them ignores `onList`.
   */
  addVehicle(vehicle: { plateNumber: string; onList?: boolean }): Promise<{ vehicleId: string }>;
  /** Absent where unsupported. */
  plateList?: PlateList;
  close(): Promise<void>;
}
