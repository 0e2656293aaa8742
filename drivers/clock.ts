// Everything that expires, retries or ticks takes a clock, so that tests control time.
import { setTimeout as sleep } from "node:timers/promises";

export interface Clock {
  now(): Date;
  /** Returns a time that never goes back; for leases and time limits. */
  monotonic(): number;
  /** Waits; rejects with the signal's reason on abort. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  wait: async (ms, signal) => {
    await sleep(ms, undefined, signal ? { signal } : {});
  },
};
