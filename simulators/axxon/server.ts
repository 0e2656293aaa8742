import { setTimeout as sleep } from "node:timers/promises";
import { makeCertificate } from "../network/certificate.ts";
import { DeviceServer } from "../network/device-server.ts";
import { RequestLog } from "../network/request-log.ts";
import { AxxonAuthentication } from "./authenticate.ts";
import { AxxonDevice } from "./device.ts";
import { AxxonFaults } from "./faults.ts";
import { asReported, type PlateVariant } from "./plate-variants.ts";
import { type AxxonAccount, type AxxonMacro, type AxxonSnapshot, AxxonState, type GateOpening } from "./state.ts";
import { type AxxonProfile, type AxxonSwitches, defaultAxxonSwitches } from "./switches.ts";
import { sendWebQuery, unsentQuery, type WebQueryRecord, type WebQuerySettings } from "./web-query.ts";

export interface AxxonSimulatorOptions {
  profile?: AxxonProfile;
  macros?: readonly (Pick<AxxonMacro, "id" | "name"> & Partial<AxxonMacro>)[];
  webhook?: WebQuerySettings | null;
  https?: boolean;
  port?: number;
  host?: string;
  users?: Record<string, string> | readonly AxxonAccount[];
  openForMs?: number;
  node?: string;
  switches?: Partial<AxxonSwitches>;
  restore?: AxxonSnapshot;
  world?: () => number;
  logSize?: number;
  faultSeed?: number;
}

export interface DriveOptions {
  direction?: "Incoming" | "Outgoing" | "Unknown";
  /** Quality of the read, 0–100. */
  quality?: number;
  variant?: PlateVariant;
  repeats?: number;
  repeatAfterMs?: number;
  listEventToo?: boolean;
}

export interface AxxonSimulator {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly profile: AxxonProfile;
  readonly certSha256: string | null;
  readonly online: boolean;
  readonly state: AxxonState;
  readonly faults: AxxonFaults;
  readonly requests: RequestLog;
  readonly authentication: AxxonAuthentication;
  readonly gateOpen: boolean;
  readonly openings: readonly GateOpening[];
  readonly log: readonly WebQueryRecord[];
  /**
   * Simulates a read; null is an unreadable plate. Sends the web query exactly once per event, whatever the answer; resolves with the first
   * record.
   */
  drive(plate: string | null, options?: DriveOptions): Promise<WebQueryRecord>;
  setWebhook(webhook: WebQuerySettings | null): void;
  openedTimes(count: number): Promise<void>;
  close(): Promise<void>;
}

export const DEFAULT_MACRO_ID = "6b8f2a54-9c1d-4e7a-8f30-5d2c71a9e0b4";

const LIST_EVENT_AFTER_MS = 950;

/** Starts an LPR server on 127.0.0.1 (or `host`), at a free port if none is given. By default it has one macro, which opens the gate. */
export async function startAxxonSimulator(options: AxxonSimulatorOptions = {}): Promise<AxxonSimulator> {
  const host = options.host ?? "127.0.0.1";
  const https = options.https ?? false;
  const state = configuredState(options);
  state.certificate = https ? (state.certificate ?? makeCertificate(state.node)) : null;
  const authentication = new AxxonAuthentication(state);
  const device = new AxxonDevice(state, authentication);
  const faults = new AxxonFaults(options.faultSeed ?? 1);
  const requests = new RequestLog(options.logSize);
  const { certificate } = state;
  const server = new DeviceServer({ device, faults, log: requests, port: options.port ?? 0, host, certificate });
  faults.attach({ state, server, authentication });
  await server.start();

  return {
    get url() {
      return `${https ? "https" : "http"}://${host}:${server.port}`;
    },
    host,
    get port() {
      return server.port;
    },
    profile: state.profile,
    get certSha256() {
      return state.certificate?.sha256 ?? null;
    },
    get online() {
      return server.online;
    },
    state,
    faults,
    requests,
    authentication,
    get gateOpen() {
      return state.gateOpen;
    },
    openings: state.openings,
    log: state.log,
    drive: (plate, driveOptions) => drive(state, plate, driveOptions ?? {}),
    setWebhook: (webhook) => {
      state.webhook = webhook;
      state.changed();
    },
    openedTimes: (count) => state.openedTimes(count),
    close: () => server.stop(),
  };
}

/** Returns the state that the options describe. `restore` adds a snapshot's history and lists; `webhook` overrides the snapshot's. */
function configuredState(options: AxxonSimulatorOptions): AxxonState {
  const state = new AxxonState({
    profile: options.profile ?? "one2",
    switches: { ...defaultAxxonSwitches(options.profile ?? "one2"), ...options.switches },
    node: options.node ?? "SERVER1",
    accounts: readAccounts(options.users ?? { portal: "S3cret-pass" }),
    macros: (options.macros ?? [{ id: DEFAULT_MACRO_ID, name: "Öppna grind" }]).map((macro) => ({
      mode: "common",
      enabled: true,
      action: "open-gate",
      ...macro,
    })),
    openForMs: options.openForMs ?? 6_000,
    world: options.world ?? Date.now,
  });
  if (options.restore) state.restore(options.restore);
  if (options.webhook !== undefined) state.webhook = options.webhook;
  return state;
}

async function drive(state: AxxonState, plate: string | null, options: DriveOptions): Promise<WebQueryRecord> {
  const reported = plate === null ? null : asReported(plate, options.variant);
  const first = report(state, reported, options);
  const others: Promise<WebQueryRecord>[] = [];
  if (options.listEventToo) others.push(sleep(LIST_EVENT_AFTER_MS).then(() => report(state, reported, options)));
  for (let repeat = 0; repeat < (options.repeats ?? 0); repeat += 1) {
    await sleep(options.repeatAfterMs ?? 300);
    others.push(report(state, reported, options));
  }
  await Promise.all(others);
  return await first;
}

async function report(state: AxxonState, plate: string | null, options: DriveOptions): Promise<WebQueryRecord> {
  const read = state.addRead({
    plate,
    direction: options.direction ?? "Incoming",
    quality: options.quality ?? 99,
    camera: "Kamera 1",
  });
  const at = state.world();
  const record = unsentQuery({ readId: read.id, plate, at });
  state.addQuery(record);
  if (!state.webhook) return record;
  record.error = null;
  const result = await sendWebQuery(state.webhook, plate ?? state.switches.unreadText);
  Object.assign(record, result, { tookMs: state.world() - at });
  state.changed();
  return record;
}

function readAccounts(users: Record<string, string> | readonly AxxonAccount[]): AxxonAccount[] {
  if (isAccountList(users)) return [...users];
  return Object.entries(users).map(([name, password]) => ({ name, password, macroRights: true }));
}

const isAccountList = (users: Record<string, string> | readonly AxxonAccount[]): users is readonly AxxonAccount[] =>
  Array.isArray(users);
