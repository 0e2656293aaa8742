// All that the server may ask of a device; vendor details stay inside drivers/<vendor>/. One controller each.
import type { DoorEventKind, DoorReason } from "#contract/door-events.ts";
import type { DoorAlarm, DoorMode, DoorPosition } from "#contract/door-states.ts";
import type { Finding } from "#contract/field-kit.ts";
import type { DoorPin } from "#contract/pin-use.ts";
import type { RelayRequest } from "#contract/relay.ts";
import type { DeviceCertificate } from "./certificate.ts";
import type { DeviceError } from "./errors.ts";
import type { SignInMemory } from "./sign-in-memory.ts";

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
  /** Set by a system admin for one door controller: also TLS 1.0 and 1.1. Nothing without a pinned certificate. */
  allowOldTls?: boolean;
  /** Of a gate that a relay opens. */
  relay?: RelayRequest | null;
  /** Of a saved gate; else the driver begins with nothing learned. */
  signIn?: SignInMemory;
}

export interface DeviceIdentity {
  vendor: string;
  model: string | null;
  firmware: string | null;
  serial: string | null;
  /** Null without TLS. */
  certificate: DeviceCertificate | null;
  /** Device clock minus ours; null without a clock. */
  clockSkewMs: number | null;
  /** Doors or macros; null when not asked. */
  units: number | null;
  warnings: string[];
  /** Of units that share one store of people and PINs: what names each of them, the same from every unit. Null alone. */
  system?: string[] | null;
  /** Its validity counts whole days, whatever time of the day is written. Else a read-back may show it. */
  wholeDays?: boolean;
}

/** A rule that stands on the device and asks for a PIN alone at every hour; never written by us. */
export interface PinRule {
  token: string;
  name: string;
}

export interface DeviceDoor extends DoorPin {
  /** The device's own token; changes when hardware is reconfigured. */
  doorToken: string;
  name: string;
  description: string;
  accessPointTokens: string[];
  pinMin: number | null;
  pinMax: number | null;
  /** What a profile of ours may carry there; null: the device has none. Absent: not readable now, or nothing of its kind. */
  pinRule?: PinRule | null | undefined;
}

/** Prefix of our door profiles' tokens, followed by the door. */
export const DOOR_PROFILE_PREFIX = "wp-door-";

/** A grant for exactly one door (Axis: access profile). */
export interface DeviceDoorProfile {
  token: string;
  name: string;
  accessPointTokens: string[];
  enabled: boolean;
  /** Of a profile of ours whatever its rules, which are compared with the desired ones. */
  always: boolean;
  /** Rules that go before the reader's; none where absent. */
  pinRules?: string[];
}

export type DoorProfilePut = Pick<DeviceDoorProfile, "token" | "name" | "accessPointTokens" | "pinRules">;

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
  /** ISO 8601 UTC without milliseconds; null: no limit; a text that is no time: what the device says cannot be read. */
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

/** A row of the device's log. Has no field that could carry what was typed or held up. */
export interface DoorEvent {
  /** The device's own; the same row read twice has the same. */
  token: string;
  kind: DoorEventKind;
  /** Device clock. */
  deviceTime: Date;
  /** Null where nobody asked for access. */
  granted: boolean | null;
  /** Of a refusal. */
  reason: DoorReason | null;
  /** The device's own word for it. */
  deviceReason: string | null;
  /** Of an access point, its door's. */
  doorToken: string | null;
  credentialToken: string | null;
}

/** The last row read, whether or not it became an event. */
export interface DoorEventCursor {
  row: number;
  token: string;
}

export interface DoorEventPage {
  /** Oldest first. */
  events: DoorEvent[];
  /** Null: the log is empty and nothing was read before. */
  cursor: DoorEventCursor | null;
  more: boolean;
  /** Rows between the cursor and the first event are gone: run over by newer ones, or the log began anew. */
  gap: "overrun" | "reset" | null;
  /** Doors whose lock, position or alarm changed, known or not as an event. */
  changedDoors: string[];
  /** Rows of this page that could not be read; they are skipped. */
  unreadable: number;
  /** Device clock minus ours, measured with this answer. */
  clockSkewMs: number | null;
}

/** One start of a device, by the name that it gives it. */
export interface DeviceBoot {
  id: string;
  uptimeSeconds: number | null;
}

export interface DoorState {
  mode: DoorMode;
  /** Null without a sensor. */
  physical: DoorPosition | null;
  /** Null where the door has none. */
  alarm: DoorAlarm | null;
}

/** `unknown`: sent without an answer; the door may have opened, so nobody may resend. */
export interface OpenOutcome {
  outcome: "executed" | "refused" | "unknown";
  /** A code of drivers/errors.ts, or the mode in which the door ignores openings. */
  reason: string | null;
}

/** A controller that stores PINs and decides alone. */
export interface DoorController {
  identify(): Promise<DeviceIdentity>;
  readDoors(): Promise<DeviceDoor[]>;
  listProfiles(): Promise<DeviceDoorProfile[]>;
  putDoorProfile(profile: DoorProfilePut): Promise<string>;
  getUsers(tokens: readonly string[]): Promise<DeviceUser[]>;
  getCredentials(tokens: readonly string[]): Promise<DeviceCredential[]>;
  listUsers(): Promise<DeviceUser[]>;
  listCredentials(): Promise<DeviceCredential[]>;
  /** Under our token; keeps fields of the device object that are not ours. */
  putUser(user: Omit<DeviceUser, "name">): Promise<void>;
  putCredential(credential: DeviceCredential): Promise<void>;
  /** Removing a missing object succeeds. */
  removeUser(token: string): Promise<void>;
  removeCredential(token: string): Promise<void>;
  /** Objects that the driver made for itself and nothing names any more; resolves to how many are confirmed gone. */
  removeUnusedProfiles?(): Promise<number>;
  /** Dry run; nothing moves. Absent where unsupported. `reason` is the device's own word. */
  verifyPin?(pin: string, doorToken: string): Promise<{ granted: boolean; reason: string | null }>;
  /** What happened at the doors after `cursor`; null: from the oldest row the device has. */
  readEvents?(cursor: DoorEventCursor | null, limit: number): Promise<DoorEventPage | "unsupported">;
  /** Null: the unit does not say, or is still starting. Absent where unsupported. */
  readBoot?(): Promise<DeviceBoot | null>;
  /** As the lock is now. Absent where unsupported, as are the next two. */
  readDoorState?(doorToken: string): Promise<DoorState>;
  /** Opens once, to lock itself again. At most one opening; never throws for a device's failure. */
  openDoor?(doorToken: string, options: { timeoutMs: number }): Promise<OpenOutcome>;
  /** Idempotent; only a reading confirms it. */
  setDoorLock?(doorToken: string, lock: "locked" | "unlocked"): Promise<void>;
  systemLog(): Promise<SystemLogResult[]>;
  close(): Promise<void>;
}

/** What a unit answered to all that its driver rests on. Neither part holds a name, PIN, account, address or serial. */
export interface Examination {
  transcript: object;
  findings: Finding[];
}

export interface ExaminationLimits {
  /** Throws where nothing more may be sent; that ends the examination. */
  beforeCall: () => void;
  /** Ends it early; what was answered until then is kept. */
  signal: AbortSignal;
}

export interface DeviceMacro {
  id: string;
  name: string;
}

/** A warning of a connection test, and why an opening that the server took may have opened nothing. */
export const MACRO_DISABLED = "macro_disabled";
/** A warning of a connection test: the server has no such macro. */
export const MACRO_MISSING = "macro_missing";

/**
 * `unknown`: sent without an answer, or taken for a macro that is switched off; the relay may have pulsed, so nobody may
 * resend. `reason`: drivers/errors.ts, or MACRO_DISABLED.
 */
export interface MacroOutcome {
  outcome: "executed" | "refused" | "unknown";
  httpStatus: number | null;
  reason: string | null;
}

/** Reads a body that a device sent by itself, chunk by chunk; it keeps the event and drops images. */
export interface PushReader {
  add: (chunk: Buffer) => void;
  /** @throws NonsenseReplyError */
  end: () => DevicePush;
}

/** A plate as a device reports it by itself. Pushes of one car are one read. */
export interface PlatePush {
  plateText: string;
  carId: string;
  /** The car has left: nothing to decide. */
  isGone: boolean;
  /** By the device's clock. */
  capturedAt: Date;
}

/** A device says at set times that it lives. */
export type DevicePush = PlatePush | "heartbeat";

/** Where a device is to push what it reads, and with which account. */
export interface PushTarget {
  url: string;
  username: string;
  password: string;
  /** An address, without its scheme, that is the portal's but another device's, or of one that is gone: it was copied. */
  isCopied: (address: string) => boolean;
}

/** `left`: somebody else uses it; `missing`: the device has none. */
export interface PushSetUp {
  heartbeat: "set" | "left" | "missing";
}

export interface FrameRequest {
  /** The camera, by the name that its server has for it. */
  source: string;
  /** By our clock. */
  at: Date;
}

export interface PlateListChange {
  add: readonly string[];
  remove: readonly string[];
  /** False: no further plate is added. */
  goesOn?: () => boolean;
}

export interface PlateListOutcome {
  /** Why the device refused each of these plates. */
  refused: ReadonlyMap<string, DeviceError>;
  /** Left when it should not go on. */
  untried: readonly string[];
}

/** What others have put on a list or in other lists is not changed. */
export interface PlateList {
  /** Ours; of `desired` also those that somebody else has put there already. */
  read(desired: ReadonlySet<string>): Promise<string[]>;
  /** Removals first; idempotent. A plate that is refused stands before no other. */
  change(change: PlateListChange): Promise<PlateListOutcome>;
}

/** An LPR server: it reads plates and runs macros; the portal decides. */
export interface PlateController {
  identify(options?: { macroId?: string | null }): Promise<DeviceIdentity>;
  listMacros(): Promise<DeviceMacro[]>;
  /** At most one opening: never resends after bytes may have reached the server, except the 401 step to a token. */
  executeMacro(macroId: string, options: { timeoutMs: number }): Promise<MacroOutcome>;
  /** Returns the portal's id, or with `onList` that of the server's plate list; fails without lists. */
  addVehicle(vehicle: { plateNumber: string; onList?: boolean }): Promise<{ vehicleId: string }>;
  plateList?: PlateList;
  /**
   * The image nearest to that time in the server's own archive: a JPEG of a few hundred kB at most. Absent where unsupported.
   * @throws ItemNotFoundError where the archive has none near enough; NonsenseReplyError for anything but a JPEG; DeviceError
   */
  readFrame?(frame: FrameRequest, options: { timeoutMs: number }): Promise<Buffer>;
  /** A person asks, who may have set the device right: what is held back after a refused password is tried once more. */
  endHold?(): void;
  /** Has the device push to `target`, and reads that back; what others have set stays. @throws PushTakenError, DeviceError */
  setUpPush?(target: PushTarget): Promise<PushSetUp>;
  close(): Promise<void>;
}
