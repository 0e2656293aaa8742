import type { Clock } from "./clock.ts";
import { TimeoutError } from "./errors.ts";

export interface Limit {
  clock: Clock;
  ms: number;
  outcomeUnknown: () => boolean;
}

const IN_TIME = "in time";

/** Runs `work` within a limit. Its signal aborts with the thrown TimeoutError, so that it releases its socket. */
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
