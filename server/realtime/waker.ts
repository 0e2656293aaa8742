// A sleep that a wake-up (remembered when early) or a stop cuts short.
import type { Clock } from "#drivers/clock.ts";

export interface Waker {
  wake(): void;
  sleep(ms: number): Promise<void>;
}

/** Creates a waker. `sleep` resolves after the time, at a `wake`, or at the stop. */
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
