// The interface between the server and devices; vendor details stay inside drivers/<vendor>/. Each object is one controller.
import type { DoorEventKind, DoorReason } from "#contract/door-events.ts";
import type { DoorAlarm, DoorMode, DoorPosition } from "#contract/door-states.ts";
import type { HoursProblem } from "#contract/hours-problem.ts";
import type { DoorPin } from "#contract/pin-use.ts";
import type { RelayRequest } from "#contract/relay.ts";
import type { EffectiveSchedule } from "#contract/schedules/effective.ts";
import type { Schedule } from "#contract/schedules/schedule.ts";
import type { UnlockHours } from "#contract/unlock-hours.ts";
import type { DeviceCertificate } from "./certificate.ts";
import type { DeviceError } from "./errors.ts";
import type { PushSetUp, PushTarget } from "./push-port.ts";
import type { SignInMemory } from "./sign-in-memory.ts";

export interface DeviceConnection {
  /** Scheme, host, port and optional path prefix, e.g. https://192.0.2.21:443 */
  baseUrl: URL;
  username: string;
  password: string;
  /** Fingerprint of the certificate, hex; null: not pinned yet. */
  certSha256: string | null;
  /** Serial of the first contact; null: not known yet. Another serial stops all work. */
  serial: string | null;
  /** Set by a system admin for an LPR server: allows Basic over http. Never for Axis. */
  allowPlainHttp: boolean;
  /** Set by a system admin for one door controller: also allows TLS 1.0 and 1.1. Has no effect without a pinned certificate. */
  allowOldTls?: boolean;
  /** Set for a gate that a relay opens. */
  relay?: RelayRequest | null;
  /** Set for a saved gate; otherwise the driver begins with nothing learned. */
  signIn?: SignInMemory;
}

export interface DeviceIdentity {
  vendor: string;
  model: string | null;
  firmware: string | null;
  serial: string | null;
  /** Null without TLS. */
  certificate: DeviceCertificate | null;
  /** Device clock minus the portal's; null without a clock. */
  clockSkewMs: number | null;
  /** Doors or macros; null when not asked. */
  units: number | null;
  warnings: string[];
  /** For units that share one store of people and PINs: ids of them all, the same from every unit. Null for a single unit. */
  system?: string[] | null;
  /** The unit counts validity in whole days, whatever time of day is written. If unset, a read-back may show it. */
  wholeDays?: boolean;
}

/** A rule on the device that asks for a PIN alone at every hour; the portal never writes one. */
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
  /** The door's directions that lead in; hours apply to these only. Absent: all. */
  entryTokens?: string[];
  pinMin: number | null;
  pinMax: number | null;
  /** A rule that the portal's profile may carry there. Null: the device has none. Absent: not readable now, or not supported. */
  pinRule?: PinRule | null | undefined;
  /** The hours at which the device holds the door unlocked by itself. Null: none. Absent: not readable now, or not supported. */
  unlockHours?: UnlockHours | null | undefined;
}

/** Prefix of the tokens of the portal's door profiles, followed by the door. */
export const DOOR_PROFILE_PREFIX = "wp-door-";
/** Prefix of those door profiles that let some people in at certain hours. */
export const HOURS_PROFILE_PREFIX = `${DOOR_PROFILE_PREFIX}h-`;

/** A grant for exactly one door (Axis: access profile). */
export interface DeviceDoorProfile {
  token: string;
  name: string;
  /** True when only the driver uses it. Absent: false, or unchanged by a write. */
  description?: string;
  accessPointTokens: string[];
  enabled: boolean;
  /** True where only `byHours` limits the hours. The rules of the portal's own profile are compared separately. */
  always: boolean;
  /** Rules that come before the reader's; none where absent. */
  pinRules?: string[];
  /** Directions that open by one of the portal's schedules, apart from those of `accessPointTokens`. None where absent. */
  byHours?: DirectionHours[];
}

export interface DirectionHours {
  accessPointToken: string;
  /** A schedule's token on the device; null: never. */
  schedule: string | null;
}

/**
 * A schedule on the device. Without a token, the unit does not keep it, and nobody may be let in by it. `instead`: what the unit had before
 * this call wrote it.
 */
export type DoorHours =
  | { token: string; problem: null; instead?: "other" | "nothing" }
  | { token: null; problem: HoursProblem };

export type DoorProfilePut = Pick<
  DeviceDoorProfile,
  "token" | "name" | "description" | "accessPointTokens" | "pinRules" | "byHours"
>;

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
  /** ISO 8601 UTC without milliseconds. Null: no limit. A text that is no time: the device's value cannot be read. */
  validFrom: string | null;
  validTo: string | null;
  enabled: boolean;
  /** Sorted. A profile with its own validity reads as `token [from/to]`, which equals no profile. */
  profileTokens: string[];
}

export interface SystemLogResult {
  url: string;
  status: number | null;
  ok: boolean;
  firstLines: string[];
}

/** A row of the device's log. No field can hold typed digits or a shown card. */
export interface DoorEvent {
  /** The device's own token; the same row read twice has the same. */
  token: string;
  kind: DoorEventKind;
  /** Time by the device's clock. */
  deviceTime: Date;
  /** Null where nobody asked for access. */
  granted: boolean | null;
  /** Set for a refusal. */
  reason: DoorReason | null;
  /** The device's own word for the reason. */
  deviceReason: string | null;
  /** The door, or the door of the access point. */
  doorToken: string | null;
  credentialToken: string | null;
}

/** A row of the device's log: one of the portal's schedules there became active or inactive. */
export interface ScheduleEdge {
  schedule: string;
  isActive: boolean;
  /** Time by the device's clock. */
  deviceTime: Date;
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
  /** Rows between the cursor and the first event are gone: overwritten by newer ones, or the log restarted. */
  gap: "overrun" | "reset" | null;
  /** Doors whose lock, position or alarm changed, whether or not an event shows it. */
  changedDoors: string[];
  /** Absent where the device logs none. */
  scheduleEdges?: ScheduleEdge[];
  /** Number of unreadable rows of this page, which are skipped. */
  unreadable: number;
  /** Device clock minus the portal's, measured with this answer. */
  clockSkewMs: number | null;
}

/** One start of a device, by the device's own name for it. */
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

/** `unknown`: sent without an answer. The door may have opened, so nobody may resend. */
export interface OpenOutcome {
  outcome: "executed" | "refused" | "unknown";
  /** A code of drivers/errors.ts, or the mode in which the door ignores openings. */
  reason: string | null;
}

/** A controller that stores PINs and decides alone. Once identified, it is the only device that the driver talks to. */
export interface DoorController {
  identify(): Promise<DeviceIdentity>;
  readDoors(): Promise<DeviceDoor[]>;
  listProfiles(): Promise<DeviceDoorProfile[]>;
  putDoorProfile(profile: DoorProfilePut): Promise<string>;
  /**
   * Writes a schedule where it differs, and confirms it by the device's own answers. `changed`: the device does not have it yet, and is
   * asked about as few instants as confirm it. Absent where the device keeps no hours.
   */
  keepHours?(schedule: Schedule | EffectiveSchedule, changed?: "changed"): Promise<DoorHours>;
  /**
   * Changes the schedules of profiles, given by profile token, in the directions that open by hours. Returns true once a read-back
   * shows them. Returns false if it does not, or if a profile is not as `putDoorProfile` wrote it; then nothing is written. Absent
   * where the device keeps no hours.
   */
  changeHours?(schedules: ReadonlyMap<string, string>): Promise<boolean>;
  /**
   * Returns those of the device's schedules that are active at that time, by its own answers. Null: the portal's schedules there end
   * before. Absent where the device keeps no hours.
   */
  schedulesAt?(schedules: ReadonlySet<string>, at: Date): Promise<ReadonlySet<string> | null>;
  getUsers(tokens: readonly string[]): Promise<DeviceUser[]>;
  getCredentials(tokens: readonly string[]): Promise<DeviceCredential[]>;
  listUsers(): Promise<DeviceUser[]>;
  listCredentials(): Promise<DeviceCredential[]>;
  /** Writes a user under the portal's token; keeps fields of the device object that the portal does not use. */
  putUser(user: Omit<DeviceUser, "name">): Promise<void>;
  putCredential(credential: DeviceCredential): Promise<void>;
  /** Removes a user; removing a missing object succeeds. */
  removeUser(token: string): Promise<void>;
  removeCredential(token: string): Promise<void>;
  /**
   * Removes objects that nothing names any more: those that the driver made for itself, schedules of the portal, and profiles with hours
   * (HOURS_PROFILE_PREFIX) that are not in `used`. Returns how many are confirmed gone.
   */
  removeUnusedProfiles?(used?: ReadonlySet<string>): Promise<number>;
  /** Runs a dry run; nothing moves. Absent where unsupported. `reason` is the device's own word. */
  verifyPin?(pin: string, doorToken: string): Promise<{ granted: boolean; reason: string | null }>;
  /** Reads events after `cursor`; null: from the oldest row that the device has. */
  readEvents?(cursor: DoorEventCursor | null, limit: number): Promise<DoorEventPage | "unsupported">;
  /** Reads the present start. Null: the unit does not tell, or is still starting. Absent where unsupported. */
  readBoot?(): Promise<DeviceBoot | null>;
  /** Reads the lock's present state. Absent where unsupported, like the next two. */
  readDoorState?(doorToken: string): Promise<DoorState>;
  /** Opens once; the door locks itself again. At most one opening; never throws for a device's failure. */
  openDoor?(doorToken: string, options: { timeoutMs: number }): Promise<OpenOutcome>;
  /** Sets the lock; idempotent. Only a reading confirms it. */
  setDoorLock?(doorToken: string, lock: "locked" | "unlocked"): Promise<void>;
  /**
   * Ends an unlock of `setDoorLock`; idempotent. Leaves a door to the device's own hours where they hold it unlocked (`own_hours`), else
   * locks it. Only a reading confirms either.
   */
  releaseDoor?(doorToken: string): Promise<"locked" | "own_hours">;
  systemLog(): Promise<SystemLogResult[]>;
  close(): Promise<void>;
}

export interface DeviceMacro {
  id: string;
  name: string;
}

/** A warning of a connection test, and the reason why an accepted opening may have opened nothing. */
export const MACRO_DISABLED = "macro_disabled";
/** A warning of a connection test: the server has no such macro. */
export const MACRO_MISSING = "macro_missing";

/**
 * `unknown`: sent without an answer, or accepted for a switched-off macro. The relay may have pulsed, so nobody may resend. `reason`: a
 * code of drivers/errors.ts, or MACRO_DISABLED.
 */
export interface MacroOutcome {
  outcome: "executed" | "refused" | "unknown";
  httpStatus: number | null;
  reason: string | null;
}

export interface FrameRequest {
  /** The camera, by its server's own name for it. */
  source: string;
  /** Time by the portal's clock. */
  at: Date;
}

export interface PlateListChange {
  add: readonly string[];
  remove: readonly string[];
  /** Returns false when no further plate should be added. */
  goesOn?: () => boolean;
}

export interface PlateListOutcome {
  /** The device's reason for refusing each of these plates. */
  refused: ReadonlyMap<string, DeviceError>;
  /** Plates not tried because `goesOn` returned false. */
  untried: readonly string[];
}

/** A list of plates on a device. Other people's entries and lists are not changed. */
export interface PlateList {
  /** Returns the portal's plates, and those of `desired` that somebody else has put on the list. */
  read(desired: ReadonlySet<string>): Promise<string[]>;
  /** Changes the list, removals first; idempotent. A refused plate does not stop the others. */
  change(change: PlateListChange): Promise<PlateListOutcome>;
}

/** An LPR server: it reads plates and runs macros; the portal decides. */
export interface PlateController {
  identify(options?: { macroId?: string | null }): Promise<DeviceIdentity>;
  listMacros(): Promise<DeviceMacro[]>;
  /** Runs the macro: at most one opening. Never resends after bytes may have reached the server, except in the 401 step to a token. */
  executeMacro(macroId: string, options: { timeoutMs: number }): Promise<MacroOutcome>;
  /** Returns the portal's id or, with `onList`, the id in the server's plate list; fails without lists. */
  addVehicle(vehicle: { plateNumber: string; onList?: boolean }): Promise<{ vehicleId: string }>;
  plateList?: PlateList;
  /**
   * Returns the image nearest to that time in the server's own archive: a JPEG of a few hundred kB at most. Absent where unsupported.
   * Throws ItemNotFoundError where the archive has none near enough, NonsenseReplyError for anything but a JPEG, and DeviceError.
   */
  readFrame?(frame: FrameRequest, options: { timeoutMs: number }): Promise<Buffer>;
  /** Ends the wait after a refused password, because a person asks and may have corrected the device. */
  endHold?(): void;
  /** Configures the device to push to `target`, and reads that back; other settings stay. Throws PushTakenError and DeviceError. */
  setUpPush?(target: PushTarget): Promise<PushSetUp>;
  close(): Promise<void>;
}
