// Time as a thing that is passed in: whatever expires, retries or ticks takes a Clock, so a test moves it by hand.
import { setTimeout as sleep } from "node:timers/promises";

export interface Clock {
  /** Wall time. Only for what people see and for device windows; durations use `monotonic`. */
  now(): Date;
  /** Milliseconds that never jump back, for leases and time budgets. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  wait: async (ms, signal) => {
    await sleep(ms, undefined, signal ? { signal } : {});
  },
};
