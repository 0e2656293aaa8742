// The camera beside a relay, of any make: it posts the plate to the portal, and the portal opens the relay.
import { asReported, type PlateVariant } from "../axxon/plate-variants.ts";
import { sendWebQuery, unsentQuery, type WebQueryRecord, type WebQuerySettings } from "../axxon/web-query.ts";
import type { RelayState } from "./state.ts";

export interface RelayDriveOptions {
  variant?: PlateVariant;
  repeats?: number;
}

const UNREAD = "UNKNOWN";
const KEPT_READS = 200;

export class PlateReader {
  webhook: WebQuerySettings | null = null;
  readonly log: WebQueryRecord[] = [];
  #state: RelayState;

  constructor(state: RelayState) {
    this.#state = state;
  }

  setWebhook(webhook: WebQuerySettings | null): void {
    this.webhook = webhook;
    this.#state.version += 1;
  }

  /** Simulates a read; null is unreadable. Posts once per read, whatever the answer. */
  async drive(plate: string | null, { variant, repeats = 0 }: RelayDriveOptions = {}): Promise<WebQueryRecord> {
    const reported = plate === null ? null : asReported(plate, variant);
    const reads = Array.from({ length: repeats + 1 }, () => this.#report(reported));
    const [first] = await Promise.all(reads);
    if (first === undefined) throw new Error("no read was reported");
    return first;
  }

  async #report(plate: string | null): Promise<WebQueryRecord> {
    const at = this.#state.world();
    const record = unsentQuery({ readId: `${at}-${this.log.length}`, plate, at });
    this.log.push(record);
    if (this.log.length > KEPT_READS) this.log.shift();
    if (!this.webhook) return record;
    const result = await sendWebQuery(this.webhook, plate ?? UNREAD);
    return Object.assign(record, result, { tookMs: this.#state.world() - at });
  }
}
