import { makeCertificate } from "../network/certificate.ts";
import type { DeviceCall, SimulatedDevice } from "../network/device-call.ts";
import { DeviceServer } from "../network/device-server.ts";
import { FaultPlan } from "../network/faults.ts";
import { RequestLog } from "../network/request-log.ts";
import { RelayAuthentication, type RelayLogin } from "./authenticate.ts";
import { BRAND_RULES, type RelayBrand, unknownCall } from "./brands.ts";
import { PlateReader } from "./reader.ts";
import { type RelayPulse, type RelaySnapshot, RelayState } from "./state.ts";

export interface RelaySimulatorOptions {
  brand: RelayBrand;
  username?: string;
  password?: string;
  /** A login other than the brand's usual one. */
  login?: RelayLogin;
  https?: boolean;
  port?: number;
  world?: () => number;
  restore?: RelaySnapshot;
}

export interface RelaySimulator {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly brand: RelayBrand;
  readonly username: string;
  readonly certSha256: string | null;
  readonly online: boolean;
  readonly state: RelayState;
  readonly faults: RelayFaults;
  readonly requests: RequestLog;
  readonly authentication: RelayAuthentication;
  readonly pulses: readonly RelayPulse[];
  /** Posts plates to the portal. */
  readonly reader: PlateReader;
  close(): Promise<void>;
}

const HOST = "127.0.0.1";

/** Starts a relay of the brand, at a free port if none is given. */
export async function startRelaySimulator(options: RelaySimulatorOptions): Promise<RelaySimulator> {
  const rules = BRAND_RULES[options.brand];
  const state = new RelayState({
    brand: options.brand,
    world: options.world ?? Date.now,
    username: rules.username ?? options.username ?? "portal",
    password: options.password ?? "S3cret-pass",
    units: rules.units,
  });
  if (options.restore) state.restore(options.restore);
  const https = options.https ?? false;
  state.certificate = https ? (state.certificate ?? makeCertificate(options.brand)) : null;
  const authentication = new RelayAuthentication(state, options.login ?? rules.login);
  const device: SimulatedDevice = {
    operationOf: (call) => `${call.method} ${call.path}`,
    authenticate: (call) => authentication.refusal(call),
    challenge: () => authentication.challenge(),
    handle: (call) => answer(call, state),
  };
  const faults = new RelayFaults();
  const requests = new RequestLog();
  const server = new DeviceServer({
    device,
    faults,
    log: requests,
    port: options.port ?? 0,
    host: HOST,
    certificate: state.certificate,
  });
  faults.attach(server, authentication, state);
  await server.start();
  return {
    get url() {
      return `${https ? "https" : "http"}://${HOST}:${server.port}`;
    },
    host: HOST,
    get port() {
      return server.port;
    },
    brand: options.brand,
    username: state.username,
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
    pulses: state.pulses,
    reader: new PlateReader(state),
    close: () => server.stop(),
  };
}

function answer(call: DeviceCall, state: RelayState) {
  const reply = BRAND_RULES[state.brand].answer(call, state) ?? unknownCall();
  return { ...reply, headers: { date: new Date(state.world() + state.clockOffsetMs).toUTCString(), ...reply.headers } };
}

export class RelayFaults extends FaultPlan {
  #server: DeviceServer | undefined;
  #authentication: RelayAuthentication | undefined;
  #state: RelayState | undefined;

  attach(server: DeviceServer, authentication: RelayAuthentication, state: RelayState): void {
    this.#server = server;
    this.#authentication = authentication;
    this.#state = state;
  }

  async offline(): Promise<void> {
    await this.#server?.stop();
  }

  async online(): Promise<void> {
    await this.#server?.start();
  }

  async restart(): Promise<void> {
    await this.#server?.stop();
    this.#authentication?.deleteNonces();
    await this.#server?.start();
  }

  changeCertificate(): void {
    if (!this.#state?.certificate) return;
    this.#state.certificate = makeCertificate(this.#state.brand);
    this.#server?.setCertificate(this.#state.certificate);
  }

  clockSkew(ms: number): void {
    if (this.#state) this.#state.clockOffsetMs = ms;
  }

  /** Makes it refuse to move, in its brand's own form. */
  block(blocked: boolean): void {
    if (!this.#state) return;
    this.#state.blocked = blocked;
    this.#state.version += 1;
  }
}
