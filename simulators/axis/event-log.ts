// A ring of rows, compact because hundreds of devices share one process.

const SLACK = 1_000;

const KEY_TAGS: Record<string, string[]> = {
  AccessPointToken: ["wstype:pt:ReferenceToken", "onvif-source"],
  DoorToken: ["wstype:pt:ReferenceToken", "onvif-source"],
  IdPointToken: ["wstype:pt:ReferenceToken", "onvif-source"],
  CredentialToken: ["wstype:pt:ReferenceToken", "onvif-data"],
  ScheduleToken: ["wstype:pt:ReferenceToken", "onvif-source"],
  CredentialHolderName: ["onvif-data"],
  Reason: ["onvif-data"],
  State: ["onvif-data"],
  Active: ["property-state", "onvif-data"],
  Exception: ["onvif-data"],
  PIN: ["onvif-data"],
  Card: ["onvif-data"],
  CardNr: ["onvif-data"],
  REX: ["onvif-data"],
  IdData: ["onvif-data"],
};

export interface StoredEvent {
  rowid: number;
  micros: number;
  topic: string;
  data: Record<string, string>;
}

/** All pairs must match. */
export type RowFilter = readonly { Key: string; Value: string }[];

export interface WireEvent {
  rowid: number;
  token: string;
  UUID: string;
  UtcTime: string;
  KeyValues: { Key: string; Value: string; Tags: string[] }[];
  Tags: string[];
}

export class EventLog {
  #events: StoredEvent[] = [];
  #nextRow = 1;
  #lastMicros = 0;
  /** Rows that match are kept until somebody removes them, whatever the ring drops. */
  alarmFilters: RowFilter[] = [];
  /** Rows that match are not logged. */
  ignoreFilters: RowFilter[] = [];
  readonly alarms = new Map<number, StoredEvent>();
  readonly #ring: number;

  /** Creates a log; `ring` is how many rows are kept. */
  constructor(ring: number) {
    this.#ring = ring;
  }

  add(topic: string, data: Record<string, string>, at: number): void {
    const row = { rowid: this.#nextRow, micros: Math.max(at * 1000, this.#lastMicros + 1), topic, data };
    // Fault point: sim-axis-ignored-row.
    if (this.ignoreFilters.some((filter) => matches(row, filter))) return;
    this.#lastMicros = row.micros;
    this.#events.push(row);
    if (this.alarmFilters.some((filter) => matches(row, filter))) this.alarms.set(row.rowid, row);
    this.#nextRow += 1;
    if (this.#events.length > this.#ring + SLACK) this.#events = this.#events.slice(-this.#ring);
  }

  all(): readonly StoredEvent[] {
    return this.#events.length > this.#ring ? this.#events.slice(-this.#ring) : this.#events;
  }

  newest(count: number): StoredEvent[] {
    return this.#events.slice(-count).toReversed();
  }

  /** Notes a changed clock: a clock set back must not stop the log. */
  clockChanged(): void {
    this.#lastMicros = 0;
  }

  /** Empties the log by hand; row numbers continue. */
  clear(): void {
    this.#events = [];
  }

  /** Resets the log: after a factory reset, row numbers start again. */
  reset(): void {
    this.clear();
    this.alarms.clear();
    this.alarmFilters = [];
    this.ignoreFilters = [];
    this.#nextRow = 1;
    this.#lastMicros = 0;
  }

  restore(events: StoredEvent[]): void {
    this.#events = [...events];
    this.#nextRow = (events.at(-1)?.rowid ?? 0) + 1;
    this.#lastMicros = events.at(-1)?.micros ?? 0;
  }
}

function matches(row: StoredEvent, filter: RowFilter): boolean {
  const own = keyValuesOf(row);
  return filter.every(({ Key, Value }) => own.some(([key, value]) => key === Key && value === Value));
}

/** Returns a row's fields as the vendor lists them: topic0, topic1, …, then its data. */
export function keyValuesOf(event: StoredEvent): [string, string][] {
  const topics = event.topic.split("/").map((part, index): [string, string] => [`topic${index}`, part]);
  return [...topics, ...Object.entries(event.data)];
}

/** Writes a row. The order of keys varies, as on real devices. */
export function toWireEvent(event: StoredEvent, device: { mac: string; uuid: string }): WireEvent {
  const keyValues = keyValuesOf(event);
  const from = event.rowid % keyValues.length;
  const shuffled = [...keyValues.slice(from), ...keyValues.slice(0, from)];
  if (event.rowid % 2 === 0) shuffled.reverse();
  const seconds = Math.floor(event.micros / 1e6);
  const rest = String(event.micros % 1e6).padStart(6, "0");
  return {
    rowid: event.rowid,
    token: `Axis-${device.mac}:${seconds}.${rest}000`,
    UUID: device.uuid,
    UtcTime: `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${rest}Z`,
    KeyValues: shuffled.map(([Key, Value]) => ({ Key, Value, Tags: KEY_TAGS[Key] ?? [] })),
    Tags: event.topic.startsWith("Door/State/") ? ["property-state"] : [],
  };
}
