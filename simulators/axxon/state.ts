import { randomUUID } from "node:crypto";
import type { DeviceCertificate } from "../network/certificate.ts";
import type { AxxonProfile, AxxonSwitches } from "./switches.ts";
import type { WebQueryRecord, WebQuerySettings } from "./web-query.ts";

export interface AxxonMacro {
  id: string;
  name: string;
  mode: "common" | "autorule" | "continuous";
  enabled: boolean;
  action: "open-gate" | "none";
}

export interface AxxonAccount {
  name: string;
  password: string;
  macroRights: boolean;
}

export interface PlateItem {
  id: string;
  type: "DT_Plate";
  data_string: string;
}

export interface PlateList {
  id: string;
  name: string;
  description: string;
  score: number;
  item_ids: string[];
  type: string;
}

export interface GateOpening {
  at: number;
  macroId: string;
}

export interface PlateRead {
  id: string;
  at: number;
  plate: string | null;
  direction: "Incoming" | "Outgoing" | "Unknown";
  quality: number;
  camera: string;
}

export interface AxxonSnapshot {
  openings: GateOpening[];
  reads: PlateRead[];
  lists: PlateList[];
  items: PlateItem[];
  webhook: WebQuerySettings | null;
  log: WebQueryRecord[];
  certificate: DeviceCertificate | null;
}

const HISTORY = 1_000;

export class AxxonState {
  readonly profile: AxxonProfile;
  readonly switches: AxxonSwitches;
  readonly node: string;
  /** False: list calls fail. */
  hasRecognizer = true;
  accounts: AxxonAccount[];
  certificate: DeviceCertificate | null = null;
  readonly macros = new Map<string, AxxonMacro>();
  readonly lists = new Map<string, PlateList>();
  readonly items = new Map<string, PlateItem>();
  /** Plates that the server refuses on every list, for reasons that the portal cannot know (`refusedItems`). */
  readonly refusedPlates = new Set<string>();
  readonly openings: GateOpening[] = [];
  readonly reads: PlateRead[] = [];
  readonly log: WebQueryRecord[] = [];
  webhook: WebQuerySettings | null = null;
  openForMs: number;
  openUntil = 0;
  clockOffsetMs = 0;
  readonly world: () => number;
  version = 0;
  #waiting: { count: number; resolve: () => void }[] = [];

  constructor(init: {
    profile: AxxonProfile;
    switches: AxxonSwitches;
    node: string;
    accounts: AxxonAccount[];
    macros: AxxonMacro[];
    openForMs: number;
    world: () => number;
  }) {
    this.profile = init.profile;
    this.switches = init.switches;
    this.node = init.node;
    this.accounts = init.accounts;
    this.openForMs = init.openForMs;
    this.world = init.world;
    for (const macro of init.macros) this.macros.set(macro.id.toLowerCase(), macro);
  }

  get gateOpen(): boolean {
    return this.world() < this.openUntil;
  }

  now(): number {
    return this.world() + this.clockOffsetMs;
  }

  changed(): void {
    this.version += 1;
  }

  runMacro(macro: AxxonMacro): void {
    if (!macro.enabled || macro.action !== "open-gate") return;
    this.openUntil = this.world() + this.openForMs;
    keep(this.openings, { at: this.world(), macroId: macro.id });
    this.changed();
    this.#waiting = this.#waiting.filter(({ count, resolve }) => {
      if (this.openings.length < count) return true;
      resolve();
      return false;
    });
  }

  async openedTimes(count: number): Promise<void> {
    if (this.openings.length >= count) return;
    await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));
  }

  addRead(read: Omit<PlateRead, "id" | "at">): PlateRead {
    const full = { ...read, id: randomUUID(), at: this.now() };
    keep(this.reads, full);
    this.changed();
    return full;
  }

  addQuery(record: WebQueryRecord): void {
    keep(this.log, record);
    this.changed();
  }

  dump(): AxxonSnapshot {
    return {
      openings: this.openings,
      reads: this.reads,
      lists: [...this.lists.values()],
      items: [...this.items.values()],
      webhook: this.webhook,
      log: this.log,
      certificate: this.certificate,
    };
  }

  restore(snapshot: AxxonSnapshot): void {
    this.openings.push(...snapshot.openings);
    this.reads.push(...snapshot.reads);
    this.log.push(...snapshot.log);
    for (const list of snapshot.lists) this.lists.set(list.id, list);
    for (const item of snapshot.items) this.items.set(item.id, item);
    this.webhook = snapshot.webhook;
    this.certificate = snapshot.certificate;
    this.changed();
  }
}

function keep<Item>(history: Item[], item: Item): void {
  history.push(item);
  if (history.length > HISTORY) history.shift();
}
