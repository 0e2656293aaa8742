// One state for a controller, derived from its worker and its waiting replicas, never stored.
import type { SyncState } from "#contract/devices.ts";

export interface Worker {
  controller_id: string;
  desired_gen: number;
  applied_gen: number;
  last_error: string | null;
  next_try_at: string;
  breaker_open_since: string | null;
  last_full_at: string | null;
}

/** Replicas out of step on a controller, by state. */
export interface WaitingReplicas {
  pending: number;
  pending_removal: number;
  failed: number;
}

export interface ControllerSync {
  state: SyncState;
  /** Number of replicas in that state; 0 when the state is the controller's own. */
  count: number;
  /** Code of a controller-wide fault (drivers/errors.ts); null when the controller answers. */
  error: string | null;
  failingSince: string | null;
  nextTryAt: string | null;
  lastFullAt: string | null;
}

export const NOTHING_WAITS: WaitingReplicas = { pending: 0, pending_removal: 0, failed: 0 };

/** Returns the worst state. The controller's own raised generation (doors, links, connection, never read) counts as pending. */
export function controllerSync(worker: Worker, waiting: WaitingReplicas): ControllerSync {
  const { state, count } = loudest(worker, waiting);
  return {
    state,
    count,
    error: worker.last_error,
    failingSince: worker.breaker_open_since,
    nextTryAt: worker.last_error === null && state === "synced" ? null : worker.next_try_at,
    lastFullAt: worker.last_full_at,
  };
}

function loudest(worker: Worker, waiting: WaitingReplicas): { state: SyncState; count: number } {
  if (worker.last_error !== null) return { state: "failed", count: waiting.pending + waiting.failed };
  if (waiting.failed > 0) return { state: "failed", count: waiting.failed };
  if (waiting.pending_removal > 0) return { state: "pending_removal", count: waiting.pending_removal };
  if (waiting.pending > 0 || worker.desired_gen > worker.applied_gen)
    return { state: "pending", count: waiting.pending };
  return { state: "synced", count: 0 };
}

/** Tells whether the controller answered the last attempt. */
export function answeredLast(
  { enabled, last_sync }: { enabled: boolean; last_sync: string | null },
  sync: ControllerSync | undefined,
): boolean {
  return enabled && last_sync !== null && sync?.error === null;
}
