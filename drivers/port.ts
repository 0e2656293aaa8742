// All that the server may ask of a device, from the caller's side: vendor names, URLs and wire shapes stay inside
// drivers/<vendor>/. An instance serves one controller and owns its connection, nonce and budgets.

/** Built by the server from a stored controller or an unsaved form. */
export interface DeviceConnection {
  /** Scheme, host, port and optional path prefix, e.g. https://192.0.2.21:443 */
  baseUrl: URL;
  username: string;
  password: string;
  /** SHA-256 of the certificate (hex, lower case) pinned at first use; null: not pinned yet. */
  certSha256: string | null;
  /** Serial number of the first contact; null: not known yet. Another serial stops all work. */
  serial: string | null;
  /** A system admin saved a plain-HTTP LPR address, which allows Basic over http. Never honoured for Axis. */
  allowPlainHttp: boolean;
}

/** What the device reports of itself, and what the transport saw meanwhile. */
export interface DeviceIdentity {
  vendor: string;
  model: string | null;
  firmware: string | null;
  serial: string | null;
  /** Null over plain http. */
  certSha256: string | null;
  /** Device clock minus ours; null where the device has no clock. */
  clockSkewMs: number | null;
  /** Doors (door controllers) or macros (LPR servers); null when not asked. */
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
  /** Tokens of the directions (in, out) that a grant must cover. */
  accessPointTokens: string[];
  /** Strictest reader limits; null when no reader reports any. */
  pinMin: number | null;
  pinMax: number | null;
  /** False when a PIN alone can never open the door (card required at some reader). */
  pinOnlyOk: boolean;
}

/** Prefix of our door profiles' tokens, followed by the door. */
export const DOOR_PROFILE_PREFIX = "wp-door-";

/** A grant for exactly one door (Axis: access profile). */
export interface DeviceDoorProfile {
  token: string;
  name: string;
  /** Directions that it opens at all times; empty for none or scheduled ones. */
  accessPointTokens: string[];
  enabled: boolean;
  /** The profile opens its directions at any hour. */
  always: boolean;
}

export interface DeviceUser {
  token: string;
  firstName: string;
  lastName: string;
  /** Display name on the device. */
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
  /**
   * Door profiles (or groups) on the credential, sorted. One with a validity of its own reads as `token [from/to]`,
   * which equals no profile.
   */
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
  /** Checks address, account and API; throws a DeviceError for the one that failed. */
  identify(): Promise<DeviceIdentity>;
  readDoors(): Promise<DeviceDoor[]>;
  listProfiles(): Promise<DeviceDoorProfile[]>;
  /** Creates or replaces our own profile for one door. Returns its token. */
  putDoorProfile(profile: { token: string; name: string; accessPointTokens: string[] }): Promise<string>;
  /** Unknown tokens are left out of the answer. */
  getUsers(tokens: readonly string[]): Promise<DeviceUser[]>;
  getCredentials(tokens: readonly string[]): Promise<DeviceCredential[]>;
  /** Every object on the device, all pages. */
  listUsers(): Promise<DeviceUser[]>;
  listCredentials(): Promise<DeviceCredential[]>;
  /** Creates or replaces under our token, keeping fields of the device object that are not ours. */
  putUser(user: Omit<DeviceUser, "name">): Promise<void>;
  putCredential(credential: DeviceCredential): Promise<void>;
  /** Removing a missing object succeeds. */
  removeUser(token: string): Promise<void>;
  removeCredential(token: string): Promise<void>;
  /**
   * Dry run of the device's own decision; nothing moves. Absent where unsupported. `reason` is the device's own word.
   */
  verifyPin?(pin: string, doorToken: string): Promise<{ granted: boolean; reason: string | null }>;
  systemLog(): Promise<SystemLogResult[]>;
  /** Frees connections; ends the instance's use. */
  close(): Promise<void>;
}

export interface DeviceMacro {
  id: string;
  name: string;
}

/**
 * Outcome of one opening. `unknown`: sent, no answer in time; the relay may have pulsed, so nobody may resend. `reason`
 * is a code of drivers/errors.ts, null when executed.
 */
export interface MacroOutcome {
  outcome: "executed" | "refused" | "unknown";
  httpStatus: number | null;
  reason: string | null;
}

/** The portal's own list; other lists are neither read nor changed. */
export interface PlateList {
  read(): Promise<string[]>;
  /** Removals first; idempotent. */
  change(change: { add: readonly string[]; remove: readonly string[] }): Promise<void>;
}

/** An LPR server: it reads plates and runs macros; the portal decides. */
export interface PlateController {
  identify(options?: { macroId?: string | null }): Promise<DeviceIdentity>;
  listMacros(): Promise<DeviceMacro[]>;
  /**
   * Sends at most one opening. Never resends after bytes may have reached the server, except the 401 step to a token.
   */
  executeMacro(macroId: string, options: { timeoutMs: number }): Promise<MacroOutcome>;
  /**
   * Registers a vehicle and returns its id: the portal's own, or with `onList` that of the server's plate list. A
   * server without lists fails; a driver without them ignores `onList`.
   */
  addVehicle(vehicle: { plateNumber: string; onList?: boolean }): Promise<{ vehicleId: string }>;
  /** The server's own plate list, for rules that run there. Absent where unsupported. */
  plateList?: PlateList;
  close(): Promise<void>;
}
