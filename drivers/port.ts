// All that the server may ask of a device. Written from the caller's side: vendor names, URLs and wire shapes stay
// inside drivers/<vendor>/. A driver instance speaks to one controller; it owns its connection, nonce and budgets.

/** Where a device is and how to sign in there. Built by the server from a stored controller or an unsaved form. */
export interface DeviceConnection {
  /** Scheme, host, port and optional path prefix, e.g. https://192.0.2.21:443 */
  baseUrl: URL;
  username: string;
  password: string;
  /** SHA-256 of the device's certificate (hex, lower case) pinned at first use; null = not pinned yet. */
  certSha256: string | null;
  /** Serial number seen at the first contact; null = not known yet. Another serial stops all work. */
  serial: string | null;
  /** A system admin saved a plain-HTTP LPR address: Basic may then go over http. Never honoured for Axis. */
  allowPlainHttp: boolean;
}

/** What the device says of itself, and what the transport saw while asking. */
export interface DeviceIdentity {
  vendor: string;
  model: string | null;
  firmware: string | null;
  serial: string | null;
  /** Fingerprint to pin; null over plain http. */
  certSha256: string | null;
  /** Device clock minus ours in ms; null where the device tells no time. */
  clockSkewMs: number | null;
  /** Number of doors (door controllers) or macros (LPR servers) seen; null when not asked. */
  units: number | null;
  /** Swedish-free codes of things worth a warning, e.g. "clock_skew", "macro_missing". */
  warnings: string[];
}

/** One door, with every direction's reader folded in. */
export interface DeviceDoor {
  /** The device's own token of the door; changes when hardware is reconfigured. */
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

/** How the tokens of our own door profiles begin; the rest tells the door. */
export const DOOR_PROFILE_PREFIX = "wp-door-";

/** A grant for exactly one door (Axis: access profile). */
export interface DeviceDoorProfile {
  token: string;
  name: string;
  /** Tokens of the directions that it opens at all times; empty when it opens none or only on a schedule. */
  accessPointTokens: string[];
  enabled: boolean;
  /** True when the profile opens its directions at any hour. */
  always: boolean;
}

export interface DeviceUser {
  token: string;
  firstName: string;
  lastName: string;
  /** Display name as stored on the device. */
  name: string;
}

export interface DeviceCredential {
  token: string;
  userToken: string | null;
  /** Clear text; never logged, never stored unsealed. */
  pin: string | null;
  /** ISO 8601 UTC without milliseconds; null = no limit. */
  validFrom: string | null;
  validTo: string | null;
  enabled: boolean;
  /**
   * Door profiles (or groups) on the credential, sorted. One that carries a validity of its own on the credential is read
   * as `token [from/to]`, which equals no profile: it neither opens the door as ours does nor is it absent.
   */
  profileTokens: string[];
}

export interface SystemLogResult {
  url: string;
  status: number | null;
  ok: boolean;
  firstLines: string[];
}

/** A controller that holds PINs itself and decides alone. */
export interface DoorController {
  /** Proves address, account and API; throws a DeviceError that says which of them failed. */
  identify(): Promise<DeviceIdentity>;
  readDoors(): Promise<DeviceDoor[]>;
  listProfiles(): Promise<DeviceDoorProfile[]>;
  /** Creates or replaces our own profile for one door. Returns its token. */
  putDoorProfile(profile: { token: string; name: string; accessPointTokens: string[] }): Promise<string>;
  /** Unknown tokens are left out of the answer; that is the device's way to say "not here". */
  getUsers(tokens: readonly string[]): Promise<DeviceUser[]>;
  getCredentials(tokens: readonly string[]): Promise<DeviceCredential[]>;
  /** Every object on the device, all pages. */
  listUsers(): Promise<DeviceUser[]>;
  listCredentials(): Promise<DeviceCredential[]>;
  /** Create or replace under the token that we chose, keeping fields of the device object that are not ours. */
  putUser(user: Omit<DeviceUser, "name">): Promise<void>;
  putCredential(credential: DeviceCredential): Promise<void>;
  /** Removing what is not there succeeds: the wanted state already holds. */
  removeUser(token: string): Promise<void>;
  removeCredential(token: string): Promise<void>;
  /**
   * Dry run of the device's own decision: would this PIN open this door now? Nothing moves. Absent where a device cannot.
   * `reason` is the device's own word.
   */
  verifyPin?(pin: string, doorToken: string): Promise<{ granted: boolean; reason: string | null }>;
  systemLog(): Promise<SystemLogResult[]>;
  /** Frees connections. The instance is not used afterwards. */
  close(): Promise<void>;
}

export interface DeviceMacro {
  id: string;
  name: string;
}

/**
 * Outcome of one opening. `unknown` = sent, no answer in time: the relay may have pulsed, so nobody may resend.
 * `reason` is an error code of drivers/errors.ts, null when executed.
 */
export interface MacroOutcome {
  outcome: "executed" | "refused" | "unknown";
  httpStatus: number | null;
  reason: string | null;
}

/** One list that is the portal's alone; lists of others are never read as ours, and never changed. */
export interface PlateList {
  /** Every plate on it, as it is written there. */
  read(): Promise<string[]>;
  /** Removals first. Putting on what is there, and taking off what is not, succeeds. */
  change(change: { add: readonly string[]; remove: readonly string[] }): Promise<void>;
}

/** An LPR server: it reads plates and runs macros; the portal decides. */
export interface PlateController {
  identify(options?: { macroId?: string | null }): Promise<DeviceIdentity>;
  listMacros(): Promise<DeviceMacro[]>;
  /** Sends at most one opening. Never resends after bytes may have reached the server, save the 401 step to a token. */
  executeMacro(macroId: string, options: { timeoutMs: number }): Promise<MacroOutcome>;
  /**
   * Registers a vehicle and returns its id. The id is the portal's own, unless `onList` asks for the server's plate list too:
   * then it is the server's. A server without lists fails; a driver without them ignores it.
   */
  addVehicle(vehicle: { plateNumber: string; onList?: boolean }): Promise<{ vehicleId: string }>;
  /** The server's own list of plates, for rules that run there. Absent where the vendor has none. */
  plateList?: PlateList;
  close(): Promise<void>;
}
