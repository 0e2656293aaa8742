// The injected clock: whatever expires, retries or ticks takes one, so tests control time.
import { setTimeout as sleep } from "node:timers/promises";

export interface Clock {
  /** Local time, for people and for device windows; durations use `monotonic`. */
  now(): Date;
  /** Milliseconds that never go back, for leases and time budgets. */
  monotonic(): number;
  /** Rejects with the signal's reason when it aborts first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  wait: async (ms, signal) => {
    await sleep(ms, undefined, signal ? { signal } : {});
  },
};
