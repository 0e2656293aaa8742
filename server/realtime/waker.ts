// A sleep that can be cut short: by a wake-up, which is remembered if nobody sleeps, or by a stop.
import type { Clock } from "#drivers/clock.ts";

export interface Waker {
  wake(): void;
  /** Resolves after `ms`, or at once when woken since the last sleep. */
  sleep(ms: number): Promise<void>;
}

export function createWaker(clock: Clock): Waker {
  let woken = false;
  let rouse: (() => void) | null = null;
  return {
    wake: () => {
      woken = true;
      rouse?.();
    },
    sleep: async (ms) => {
      if (!woken) {
        const cut = new AbortController();
        await new Promise<void>((resolve, reject) => {
          rouse = () => {
            resolve();
            cut.abort();
          };
          clock.wait(ms, cut.signal).then(resolve, (error: unknown) => {
            if (!cut.signal.aborted) reject(error);
          });
        });
        rouse = null;
      }
      woken = false;
    },
  };
}
