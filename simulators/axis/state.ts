import { randomUUID } from "node:crypto";
import type { DeviceCertificate } from "../network/certificate.ts";
import { DeviceClock } from "./device-clock.ts";
import { type DoorState, lockedDoor } from "./door-state.ts";
import { EventLog, type StoredEvent } from "./event-log.ts";
import type {
  AccessController,
  AccessPoint,
  AccessProfile,
  AuthenticationProfile,
  Credential,
  Door,
  DoorConfiguration,
  DoorScheduleConfiguration,
  IdPoint,
  PriorityConfiguration,
  Schedule,
  User,
} from "./objects.ts";
import { logSchedules } from "./schedule-events.ts";
import type { AxisModel, AxisSwitches } from "./switches.ts";
import type { TimeZone } from "./time-zone.ts";
import { followSchedules } from "./unlock-hours.ts";

export interface AxisAccount {
  name: string;
  password: string;
  role: "admin" | "operator" | "viewer";
}

export interface AxisSnapshot {
  serial: string;
  users: User[];
  credentials: Credential[];
  accessProfiles: AccessProfile[];
  accessPoints: AccessPoint[];
  accessControllers: AccessController[];
  authenticationProfiles: AuthenticationProfile[];
  schedules: Schedule[];
  idPoints: IdPoint[];
  doors: Door[];
  /** Absent in a file of an older demo, like the next two. */
  doorConfigurations?: DoorConfiguration[];
  doorSchedules?: DoorScheduleConfiguration[];
  priorityConfigurations?: PriorityConfiguration[];
  events: StoredEvent[];
  clockOffsetMs: number;
  timeZone: TimeZone;
  certificate: DeviceCertificate | null;
}

/** "forgets": nothing happens. "alters": the written object has no end of validity. */
export type Lie = "forgets" | "alters";

export class AxisState {
  readonly model: AxisModel;
  readonly firmware: string;
  readonly switches: AxisSwitches;
  readonly clock: DeviceClock;
  serial: string;
  /** An installer sets it; a reset of the unit leaves it. */
  timeZone: TimeZone;
  accounts: AxisAccount[];
  certificate: DeviceCertificate | null = null;
  users = new Map<string, User>();
  credentials = new Map<string, Credential>();
  accessProfiles = new Map<string, AccessProfile>();
  accessPoints = new Map<string, AccessPoint>();
  accessControllers = new Map<string, AccessController>();
  authenticationProfiles = new Map<string, AuthenticationProfile>();
  schedules = new Map<string, Schedule>();
  idPoints = new Map<string, IdPoint>();
  doors = new Map<string, Door>();
  doorConfigurations = new Map<string, DoorConfiguration>();
  doorSchedules = new Map<string, DoorScheduleConfiguration>();
  priorityConfigurations = new Map<string, PriorityConfiguration>();
  /** A network of units, this one first: all of them hold what is written to one. */
  network: readonly AxisState[] = [this];
  readonly doorStates = new Map<string, DoorState>();
  readonly events: EventLog;
  lie: ((operation: string) => Lie | null) | null = null;
  /** Tokens of people and credentials that it always refuses. */
  readonly refused = new Set<string>();
  version = 0;
  bootId = randomUUID();
  /** Names or addresses that somebody typed. */
  ntpServers: string[] = [];
  /** Until this time the unit decides nothing. */
  stalledUntil = 0;
  /** Until this time doors have followed their schedules; null: not yet. */
  followedUntil: number | null = null;
  /** True for each schedule that was active when the unit last looked. */
  readonly activeSchedules = new Map<string, boolean>();
  #bootedAt: number;
  #pending: { at: number; run: () => void }[] = [];
  #byPin: Map<string, Credential[]> | null = null;
  #lastTokenMicros = 0;

  constructor(init: {
    model: AxisModel;
    serial: string;
    firmware: string;
    switches: AxisSwitches;
    accounts: AxisAccount[];
    clock?: DeviceClock;
    timeZone?: TimeZone | undefined;
  }) {
    this.model = init.model;
    this.serial = init.serial.toUpperCase();
    this.firmware = init.firmware;
    this.switches = init.switches;
    this.events = new EventLog(init.switches.eventRing);
    this.accounts = init.accounts;
    this.clock = init.clock ?? new DeviceClock();
    this.timeZone = init.timeZone ?? "Europe/Stockholm";
    this.#bootedAt = this.clock.now();
  }

  get uptimeSeconds(): number {
    return Math.max(0, Math.floor((this.clock.now() - this.#bootedAt) / 1000));
  }

  /** Restarts: another `bootId`, the time since the start begins anew, and doors enter their scheduled states anew. */
  booted(): void {
    this.bootId = randomUUID();
    for (const door of this.doorStates.values()) door.entered.clear();
    this.#bootedAt = this.clock.now();
  }

  /** Returns the MAC in the form used in tokens. */
  get mac(): string {
    return this.serial.toLowerCase();
  }

  get uuid(): string {
    return `5581ad80-95b0-11e0-b883-${this.mac}`;
  }

  changed(): void {
    for (const unit of this.network) {
      unit.version += 1;
      unit.#byPin = null;
    }
  }

  /** Joins a network, as an installer does with older units. Everything but hardware and log is one store from now on. */
  joinNetwork(other: AxisState): void {
    const units = [...new Set([...this.network, ...other.network])];
    for (const key of SHARED) for (const unit of other.network) share(this, unit, key);
    for (const unit of units) unit.network = [unit, ...units.filter((one) => one !== unit)];
    this.changed();
  }

  /** Tells whether hardware is this unit's own: a neighbour's is readable here and operated there. */
  isOwn(token: string): boolean {
    return !this.network.slice(1).some((unit) => token.startsWith(`Axis-${unit.mac}`));
  }

  credentialsWithPin(pin: string): Credential[] {
    if (!this.#byPin) {
      this.#byPin = new Map();
      for (const credential of this.credentials.values()) {
        const own = credential.IdData.find((entry) => entry.Name === "PIN")?.Value;
        if (own === undefined) continue;
        const others = this.#byPin.get(own);
        if (others) others.push(credential);
        else this.#byPin.set(own, [credential]);
      }
    }
    return this.#byPin.get(pin) ?? [];
  }

  newToken(): string {
    this.#lastTokenMicros = Math.max(this.clock.now() * 1000, this.#lastTokenMicros + 1);
    const seconds = Math.floor(this.#lastTokenMicros / 1e6);
    return `Axis-${this.mac}:${seconds}.${String(this.#lastTokenMicros % 1e6).padStart(6, "0")}000`;
  }

  get stalled(): boolean {
    return this.clock.now() < this.stalledUntil;
  }

  /** Stops decisions for a while, after a change of authentication profiles. */
  stall(): void {
    for (const unit of this.network) unit.stalledUntil = unit.clock.now() + unit.switches.authenticationStallMs;
  }

  doorState(doorToken: string): DoorState {
    let state = this.doorStates.get(doorToken);
    if (!state) {
      state = lockedDoor();
      this.doorStates.set(doorToken, state);
    }
    return state;
  }

  later(delayMs: number, run: () => void): void {
    this.#pending.push({ at: this.clock.now() + delayMs, run });
    this.#pending.sort((one, other) => one.at - other.at);
  }

  advance(): void {
    for (let due = this.#pending[0]; due && due.at <= this.clock.now(); due = this.#pending[0]) {
      this.#pending.shift();
      due.run();
      this.changed();
    }
    followSchedules(this);
    logSchedules(this);
  }

  log(topic: string, data: Record<string, string>): void {
    this.events.add(topic, data, this.clock.now());
  }

  /** Locks its own doors, as after a reset. Openings so far stay counted. */
  lockDoors(): void {
    for (const [token, { openings }] of this.doorStates)
      if (this.isOwn(token)) this.doorStates.set(token, { ...lockedDoor(), openings });
  }

  clear(): void {
    for (const map of this.#maps()) map.clear();
    this.lockDoors();
    this.events.reset();
    this.#pending = [];
    this.changed();
  }

  dump(): AxisSnapshot {
    return {
      serial: this.serial,
      users: [...this.users.values()],
      credentials: [...this.credentials.values()],
      accessProfiles: [...this.accessProfiles.values()],
      accessPoints: [...this.accessPoints.values()],
      accessControllers: [...this.accessControllers.values()],
      authenticationProfiles: [...this.authenticationProfiles.values()],
      schedules: [...this.schedules.values()],
      idPoints: [...this.idPoints.values()],
      doors: [...this.doors.values()],
      doorConfigurations: [...this.doorConfigurations.values()],
      doorSchedules: [...this.doorSchedules.values()],
      priorityConfigurations: [...this.priorityConfigurations.values()],
      events: [...this.events.all()],
      clockOffsetMs: this.clock.offsetMs,
      timeZone: this.timeZone,
      certificate: this.certificate,
    };
  }

  restore(snapshot: AxisSnapshot): void {
    this.clear();
    this.serial = snapshot.serial;
    fill(this.users, snapshot.users);
    fill(this.credentials, snapshot.credentials);
    fill(this.accessProfiles, snapshot.accessProfiles);
    fill(this.accessPoints, snapshot.accessPoints);
    fill(this.accessControllers, snapshot.accessControllers);
    fill(this.authenticationProfiles, snapshot.authenticationProfiles);
    fill(this.schedules, snapshot.schedules);
    fill(this.idPoints, snapshot.idPoints);
    fill(this.doors, snapshot.doors);
    fill(this.doorConfigurations, snapshot.doorConfigurations ?? []);
    fill(this.doorSchedules, snapshot.doorSchedules ?? []);
    fill(this.priorityConfigurations, snapshot.priorityConfigurations ?? []);
    this.events.restore(snapshot.events);
    this.clock.offsetMs = snapshot.clockOffsetMs;
    this.timeZone = snapshot.timeZone;
    this.certificate = snapshot.certificate;
    this.changed();
  }

  #maps(): Map<string, unknown>[] {
    return SHARED.map((key) => this[key]);
  }
}

const SHARED = [
  "users",
  "credentials",
  "accessProfiles",
  "accessPoints",
  "accessControllers",
  "authenticationProfiles",
  "schedules",
  "idPoints",
  "doors",
  "doorConfigurations",
  "doorSchedules",
  "priorityConfigurations",
] as const;

/** Makes both units use one map. Built-in objects, which every unit has under the same token, are the first unit's. */
function share<Key extends (typeof SHARED)[number]>(one: AxisState, other: AxisState, key: Key): void {
  const into: Map<string, unknown> = one[key];
  for (const [token, item] of other[key]) if (!into.has(token)) into.set(token, item);
  other[key] = one[key];
}

function fill<Item extends { token: string }>(map: Map<string, Item>, items: Item[]): void {
  for (const item of items) map.set(item.token, item);
}
