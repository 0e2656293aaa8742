// Time limits that a test can move by hand: they run on the injected clock, never on a timer of their own.
import type { Clock } from "./clock.ts";
import { TimeoutError } from "./errors.ts";

export interface Limit {
  clock: Clock;
  ms: number;
  /** Asked when the limit strikes: had anything been sent? */
  outcomeUnknown: () => boolean;
}

/** Given to `abort`, which would otherwise make an exception with a stack for every call that ends in time. */
const IN_TIME = "in time";

/**
 * Runs `work` and ends it after `ms`. The signal given to `work` is aborted with the same TimeoutError that is thrown, so
 * that the work lets go of its socket.
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
