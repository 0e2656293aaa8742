import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";

export interface Lifecycle {
  stopping: boolean;
}

/** A hung device must not delay a restart. */
const STOP_LIMIT_MS = 15_000;

export interface StopOptions {
  lifecycle: Lifecycle;
  log: Pick<Logger, "warn" | "error">;
  stopping: AbortController;
  steps: readonly (() => Promise<unknown>)[];
}

/** Stops once. `drainMs`: how long /readyz answers "stopping" first, so that a load balancer sends no more requests. */
export function stopOnce({ lifecycle, log, stopping, steps }: StopOptions): (drainMs: number) => Promise<void> {
  let stopped: Promise<void> | undefined;
  const stop = async (drainMs: number) => {
    lifecycle.stopping = true;
    if (drainMs > 0) await wait(drainMs);
    stopping.abort();
    const graceful = (async () => {
      for (const step of steps)
        try {
          await step();
        } catch (error) {
          log.error({ err: error }, "a part of the server did not stop cleanly; the others are stopped");
        }
    })();
    const cut = new AbortController();
    const limit = wait(STOP_LIMIT_MS, "late", { signal: cut.signal, ref: false }).catch(() => "stopped");
    if ((await Promise.race([graceful, limit])) === "late") log.warn("graceful stop took too long; leaving the rest");
    cut.abort();
  };
  return (drainMs) => (stopped ??= stop(drainMs));
}
