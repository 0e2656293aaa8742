// Time limits on the injected clock.
import type { Clock } from "./clock.ts";
import { TimeoutError } from "./errors.ts";

export interface Limit {
  clock: Clock;
  ms: number;
  /** Called when the limit expires: had anything been sent? */
  outcomeUnknown: () => boolean;
}

/** Saves `abort` an exception with a stack for every call that ends in time. */
const IN_TIME = "in time";

/**
 * Runs `work` for at most `ms`. Its signal aborts with the TimeoutError that is thrown, so the work releases its
 * socket.
 */
export async function within<T>(limit: Limit, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopTimer = new AbortController();
  const stopWork = new AbortController();
  const expiry = (async () => {
    try {
      await limit.clock.wait(Math.max(0, limit.ms), stopTimer.signal);
    } catch (error) {
      if (stopTimer.signal.aborted) return await new Promise<never>(() => undefined);
      throw error;
    }
    const error = new TimeoutError(limit.ms, { outcomeUnknown: limit.outcomeUnknown() });
    stopWork.abort(error);
    throw error;
  })();
  try {
    return await Promise.race([work(stopWork.signal), expiry]);
  } finally {
    stopTimer.abort(IN_TIME);
  }
}
