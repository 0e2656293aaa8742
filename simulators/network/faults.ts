// Network faults on demand: rules that a test or the panel adds and removes.
import { seededRandom } from "./random.ts";

/**
 * "applied": the device does the work first, so the caller cannot know.
 * - latency: waits before anything else (plus up to `jitterMs`, from the seed)
 * - reset-before / reset-after: TCP reset before the work / after it was applied, without an answer
 * - hang / hang-after: never answers; before the work / after it was applied
 * - status: refuses with that HTTP status, nothing applied (401 carries a challenge)
 * - html: answers with a page of HTML, nothing applied (500: a crash, 200: another kind of device)
 * - xml: applied, but the answer is XML, as of a firmware that speaks SOAP
 * - garbage, truncated, huge, slow: applied, but the answer is random bytes / cut in half / `bytes` long / drips
 * - redirect: 302 elsewhere, nothing applied
 */
export type NetworkFault =
  | { kind: "latency"; ms: number; jitterMs?: number }
  | { kind: "reset-before" }
  | { kind: "reset-after" }
  | { kind: "hang" }
  | { kind: "hang-after" }
  | { kind: "status"; status: number }
  | { kind: "html"; status: number }
  | { kind: "xml" }
  | { kind: "garbage" }
  | { kind: "truncated" }
  | { kind: "huge"; bytes?: number }
  | { kind: "slow"; bytesPerSecond: number }
  | { kind: "redirect"; location: string };

export interface FaultOptions {
  times?: number;
  on?: string | RegExp;
  probability?: number;
  anyCall?: boolean;
}

interface Rule extends FaultOptions {
  fault: NetworkFault;
  left: number;
}

interface Hold {
  until: Promise<void>;
  release: () => void;
}

export class FaultPlan {
  #rules: Rule[] = [];
  #hold: Hold | null = null;
  #random: () => number;

  constructor(seed = 1) {
    this.#random = seededRandom(seed);
  }

  add(fault: NetworkFault, options: FaultOptions = {}): () => void {
    const rule: Rule = { ...options, fault, left: options.times ?? Number.POSITIVE_INFINITY };
    this.#rules.push(rule);
    return () => {
      this.#rules = this.#rules.filter((other) => other !== rule);
    };
  }

  once(fault: NetworkFault, on?: string | RegExp): () => void {
    return this.add(fault, on === undefined ? { times: 1 } : { times: 1, on });
  }

  latency(ms: number, jitterMs = 0): () => void {
    return this.add({ kind: "latency", ms, jitterMs });
  }

  /** Holds every call before anything else, until the returned function is called. A later hold ends this one. */
  hold(): () => void {
    this.#hold?.release();
    const { promise: until, resolve } = Promise.withResolvers<void>();
    const hold: Hold = {
      until,
      release: () => {
        if (this.#hold === hold) this.#hold = null;
        resolve();
      },
    };
    this.#hold = hold;
    return hold.release;
  }

  /** Returns what a call waits for; null while calls are not held. */
  held(): Promise<void> | null {
    return this.#hold?.until ?? null;
  }

  clear(): void {
    this.#rules = [];
    this.#hold?.release();
  }

  reseed(seed: number): void {
    this.#random = seededRandom(seed);
  }

  active(): { fault: NetworkFault; left: number | null }[] {
    return this.#rules.map(({ fault, left }) => ({ fault, left: Number.isFinite(left) ? left : null }));
  }

  take(operation: string, authenticated: boolean): { delayMs: number; fault: NetworkFault | null } {
    let delayMs = 0;
    let fault: NetworkFault | null = null;
    for (const rule of this.#rules) {
      const isLatency = rule.fault.kind === "latency";
      if (rule.left <= 0 || (fault && !isLatency) || !matches(rule.on, operation)) continue;
      if (!(authenticated || rule.anyCall || isLatency)) continue;
      if (rule.probability !== undefined && this.#random() >= rule.probability) continue;
      rule.left -= 1;
      if (rule.fault.kind === "latency") delayMs += rule.fault.ms + this.#random() * (rule.fault.jitterMs ?? 0);
      else fault = rule.fault;
    }
    this.#rules = this.#rules.filter((rule) => rule.left > 0);
    return { delayMs, fault };
  }
}

function matches(on: string | RegExp | undefined, operation: string): boolean {
  if (on === undefined) return true;
  return typeof on === "string" ? on === operation : on.test(operation);
}
