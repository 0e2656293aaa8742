import { LpvApp, type LpvAppSnapshot } from "../axis-lpv/app-state.ts";
import type { DeviceCertificate } from "../network/certificate.ts";
import type { RelayBrand } from "./brands.ts";

export interface RelayPulse {
  at: number;
  unit: string;
  seconds: number;
}

export interface RelaySnapshot {
  brand: RelayBrand;
  pulses: RelayPulse[];
  certificate: DeviceCertificate | null;
  /** Set for a camera that has the app. */
  app?: LpvAppSnapshot;
}

const KEPT_PULSES = 1_000;
/** The pulse of a 2N switch, a UniFi hub and a Hikvision door, which time themselves. */
export const OWN_PULSE_SECONDS = 5;

export class RelayState {
  readonly brand: RelayBrand;
  readonly world: () => number;
  readonly username: string;
  /** A technician may change it. */
  password: string;
  readonly units: readonly string[];
  readonly pulses: RelayPulse[] = [];
  /** Commands with the right account, carried out or not. */
  commands = 0;
  /** The relay is blocked: it answers in its brand's form for a refusal to move. */
  blocked = false;
  certificate: DeviceCertificate | null = null;
  clockOffsetMs = 0;
  version = 0;
  /** Set for a camera that has the app. */
  readonly app = new LpvApp();

  constructor(init: {
    brand: RelayBrand;
    world: () => number;
    username: string;
    password: string;
    units: readonly string[];
  }) {
    this.brand = init.brand;
    this.world = init.world;
    this.username = init.username;
    this.password = init.password;
    this.units = init.units;
  }

  pulse(unit: string, seconds: number): void {
    this.pulses.push({ at: this.world(), unit, seconds });
    if (this.pulses.length > KEPT_PULSES) this.pulses.shift();
    this.version += 1;
  }

  get openUntil(): number {
    const last = this.pulses.at(-1);
    return last === undefined ? 0 : last.at + last.seconds * 1000;
  }

  get open(): boolean {
    return this.world() < this.openUntil;
  }

  dump(): RelaySnapshot {
    const app = this.brand === "axis-lpv" ? { app: this.app.dump() } : {};
    return { brand: this.brand, pulses: [...this.pulses], certificate: this.certificate, ...app };
  }

  restore(snapshot: RelaySnapshot): void {
    if (snapshot.brand !== this.brand) return;
    this.pulses.push(...snapshot.pulses);
    this.certificate = snapshot.certificate;
    if (snapshot.app) this.app.restore(snapshot.app);
  }
}
