import { reconcileErrors } from "#contract/errors/reconcile.ts";
import type { PendingDevice } from "#contract/functions/end-user-manager.ts";
import { isDatabaseUnavailable, PortalError } from "#server/platform/http/errors.ts";
import { WAIT_STEP_MS, type WorkerContext } from "../worker/public.ts";
import { type PendingRow, readPendingOf, toPendingDevice } from "./pending-replicas.store.ts";

/** Resolves when these replicas are done or rest, or time is up. Throws PortalError when the database is away. */
export async function waitForSources(
  worker: WorkerContext,
  sourceIds: readonly string[],
  timeoutMs: number,
): Promise<PendingDevice[]> {
  const until = worker.clock.monotonic() + timeoutMs;
  for (;;) {
    const left = until - worker.clock.monotonic();
    const pending = await pendingOf(worker, sourceIds, left);
    if (pending !== null && (left <= 0 || pending.every((row) => row.resting))) return pending.map(toPendingDevice);
    await worker.clock.wait(Math.min(WAIT_STEP_MS, left));
  }
}

/** Returns pending replicas; null when the database does not answer, so that the caller asks again. */
async function pendingOf(
  { pool }: WorkerContext,
  sourceIds: readonly string[],
  leftMs: number,
): Promise<PendingRow[] | null> {
  try {
    return await readPendingOf(pool, sourceIds, Math.max(leftMs, 0));
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    if (leftMs > 0) return null;
    throw new PortalError(reconcileErrors.saved_unconfirmed(), { cause: error });
  }
}
