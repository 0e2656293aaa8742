// This simulator imports nothing of the portal, so that a driver's mistake cannot also be in its simulator.
import { randomBytes } from "node:crypto";
import { makeCertificate } from "../network/certificate.ts";
import { DeviceServer, type OldTls } from "../network/device-server.ts";
import { RequestLog } from "../network/request-log.ts";
import { type AuthenticationPolicy, AxisAuthentication } from "./authenticate.ts";
import type { Decision } from "./decide.ts";
import { AxisDevice } from "./device.ts";
import { DeviceClock } from "./device-clock.ts";
import { type DoorSetup, installFactoryData } from "./factory.ts";
import { AxisFaults } from "./faults.ts";
import type { AccessProfile, Credential, User } from "./objects.ts";
import { accessPointAt, readersOf, type Side, show, verify } from "./reader.ts";
import { type AxisSeed, seedState } from "./seed.ts";
import { type AxisAccount, type AxisSnapshot, AxisState } from "./state.ts";
import { type AxisModel, type AxisSwitches, defaultSwitches } from "./switches.ts";
import type { TimeZone } from "./time-zone.ts";

export interface AxisSimulatorOptions {
  model?: AxisModel;
  serial?: string;
  doors?: number | readonly DoorSetup[];
  https?: boolean;
  /** The newest version that it supports. */
  tlsVersion?: OldTls;
  policy?: AuthenticationPolicy;
  port?: number;
  host?: string;
  users?: Record<string, string> | readonly AxisAccount[];
  webbportal?: "empty" | "all-doors" | "none";
  firmware?: string;
  switches?: Partial<AxisSwitches>;
  /** The zone that an installer has set; schedules follow it. */
  timeZone?: TimeZone;
  seed?: AxisSeed;
  restore?: AxisSnapshot;
  world?: () => number;
  logSize?: number;
  faultSeed?: number;
  fixedNonce?: string;
  /** Changes the factory data. */
  install?: (state: AxisState) => void;
}

export interface AxisSimulator {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly serial: string;
  readonly model: AxisModel;
  readonly certSha256: string | null;
  readonly online: boolean;
  readonly state: AxisState;
  readonly faults: AxisFaults;
  readonly requests: RequestLog;
  readonly doorTokens: string[];
  /** Decides at an entrance, at device time (default now), without a trace in the log. */
  wouldOpen(pin: string, doorToken: string, at?: Date): boolean;
  /** Decides in the same way at a reader on the inside; a door without one lets everybody out. */
  wouldLetOut(pin: string, doorToken: string, at?: Date): boolean;
  explain(pin: string, doorToken: string, at?: Date): Decision;
  /** Enters a PIN; a door token means its entrance. Throws for an unknown token. */
  punch(readerOrDoorToken: string, pin: string): Decision;
  setClock(time: Date): void;
  setPolicy(policy: AuthenticationPolicy): void;
  expireNonces(): void;
  credentials(): Credential[];
  users(): User[];
  accessProfiles(): AccessProfile[];
  close(): Promise<void>;
}

const FIRMWARE: Record<AxisModel, string> = {
  A1601: "10.12.236",
  A1610: "10.12.236",
  A1001: "1.65.6",
  SECURE_ENTRY: "11.8.75.6",
  ENTRY_MANAGER: "1.84.4",
};

/** Starts a controller on 127.0.0.1 (or `host`), at a free port if none is given. Its defaults are an A1601 with two doors. */
export async function startAxisSimulator(options: AxisSimulatorOptions = {}): Promise<AxisSimulator> {
  const model = options.model ?? "A1601";
  const host = options.host ?? "127.0.0.1";
  const https = options.https ?? model !== "A1001";
  const doors = readDoors(options.doors ?? 2);
  const webbportal = options.webbportal ?? "empty";
  const state = installedState(options, { model, doors, webbportal });
  state.certificate = https ? (state.certificate ?? makeCertificate(`axis-${state.mac}`)) : null;
  const authentication = new AxisAuthentication(state, options.policy ?? "recommended", options.fixedNonce ?? null);
  const device = new AxisDevice(state, authentication);
  const faults = new AxisFaults(options.faultSeed ?? 1);
  const requests = new RequestLog(options.logSize);
  const { certificate } = state;
  const server = new DeviceServer({
    device,
    faults,
    log: requests,
    port: options.port ?? 0,
    host,
    certificate,
    tlsVersion: options.tlsVersion,
  });
  faults.attach({ state, server, device, authentication, doors, webbportal });
  await server.start();
  return {
    ...untracedDecisions(state),
    ...settings(state, authentication),
    get url() {
      return `${https ? "https" : "http"}://${host}:${server.port}`;
    },
    host,
    get port() {
      return server.port;
    },
    get serial() {
      return state.serial;
    },
    model,
    get certSha256() {
      return state.certificate?.sha256 ?? null;
    },
    get online() {
      return server.online;
    },
    state,
    faults,
    requests,
    get doorTokens() {
      return [...state.doors.keys()].filter((token) => state.isOwn(token));
    },
    punch: (readerOrDoorToken, pin) =>
      show(state, accessPointAt(state, readerOrDoorToken), [{ Name: "PIN", Value: pin }]),
    credentials: () => [...state.credentials.values()],
    users: () => [...state.users.values()],
    accessProfiles: () => [...state.accessProfiles.values()],
    close: () => server.stop(),
  };
}

/** Returns the state of a device that was just installed: from the snapshot in `restore`, else with factory data and `seed`. */
function installedState(options: AxisSimulatorOptions, { model, doors, webbportal }: Installation): AxisState {
  const state = new AxisState({
    model,
    serial: options.serial ?? `ACCC8E${randomBytes(3).toString("hex").toUpperCase()}`,
    firmware: options.firmware ?? FIRMWARE[model],
    switches: { ...defaultSwitches(model), ...options.switches },
    accounts: readAccounts(options.users ?? { portal: "S3cret-pass" }),
    clock: new DeviceClock(options.world),
    timeZone: options.timeZone,
  });
  if (options.restore) state.restore(options.restore);
  else {
    installFactoryData(state, doors, { webbportal });
    options.install?.(state);
    seedState(state, options.seed ?? {});
  }
  return state;
}

interface Installation {
  model: AxisModel;
  doors: readonly DoorSetup[];
  webbportal: "empty" | "all-doors" | "none";
}

/** Returns the decisions that leave no trace in the log. */
function untracedDecisions(state: AxisState): Pick<AxisSimulator, "wouldOpen" | "wouldLetOut" | "explain"> {
  const decisionsAt = (
    side: Side,
    { pin, doorToken, at }: { pin: string; doorToken: string; at?: Date | undefined },
  ) => {
    state.advance();
    const moment = at?.getTime() ?? state.clock.now();
    return readersOf(state, doorToken, side).map((point) =>
      verify(state, point, [{ Name: "PIN", Value: pin }], moment),
    );
  };
  const explain = (pin: string, doorToken: string, at?: Date): Decision => {
    const decisions = decisionsAt("in", { pin, doorToken, at });
    return decisions.find((decision) => decision.granted) ?? decisions[0] ?? verify(state, null, [], 0);
  };
  return {
    explain,
    wouldOpen: (pin, doorToken, at) => explain(pin, doorToken, at).granted,
    wouldLetOut: (pin, doorToken, at) => {
      const decisions = decisionsAt("out", { pin, doorToken, at });
      return decisions.length === 0 || decisions.some((decision) => decision.granted);
    },
  };
}

/** Returns the changes that a person could make at the device. */
function settings(
  state: AxisState,
  authentication: AxisAuthentication,
): Pick<AxisSimulator, "setClock" | "setPolicy" | "expireNonces"> {
  return {
    setClock: (time) => {
      state.clock.set(time);
      state.events.clockChanged();
      state.changed();
    },
    setPolicy: (policy) => {
      authentication.policy = policy;
    },
    expireNonces: () => authentication.deleteNonces(),
  };
}

function readAccounts(users: Record<string, string> | readonly AxisAccount[]): AxisAccount[] {
  if (isAccountList(users)) return [...users];
  return Object.entries(users).map(([name, password]) => ({ name, password, role: "admin" }));
}

const isAccountList = (users: Record<string, string> | readonly AxisAccount[]): users is readonly AxisAccount[] =>
  Array.isArray(users);

function readDoors(doors: number | readonly DoorSetup[]): readonly DoorSetup[] {
  if (typeof doors !== "number") return doors;
  return Array.from({ length: doors }, (_, index) => ({ name: `Dörr ${index + 1}` }));
}
