// One state for a controller, derived from its worker and its waiting replicas, never stored.
import type { SyncState } from "#contract/devices.ts";

export interface Lane {
  controller_id: string;
  desired_gen: number;
  applied_gen: number;
  last_error: string | null;
  next_try_at: string;
  breaker_open_since: string | null;
  last_full_at: string | null;
}

/** Replicas out of step on a controller, by state. */
export interface WaitingCopies {
  pending: number;
  pending_removal: number;
  failed: number;
}

export interface ControllerSync {
  state: SyncState;
  /** Replicas in that state; 0 when the state is the controller's own. */
  count: number;
  /** Code of a controller-wide fault (drivers/errors.ts); null when it answers. */
  error: string | null;
  failingSince: string | null;
  nextTryAt: string | null;
  lastFullAt: string | null;
}

export const NOTHING_WAITS: WaitingCopies = { pending: 0, pending_removal: 0, failed: 0 };

/** Worst first; the controller's own bumped generation (doors, links, connection, never read) counts as pending. */
export function controllerSync(lane: Lane, waiting: WaitingCopies): ControllerSync {
  const { state, count } = loudest(lane, waiting);
  return {
    state,
    count,
    error: lane.last_error,
    failingSince: lane.breaker_open_since,
    nextTryAt: lane.last_error === null && state === "synced" ? null : lane.next_try_at,
    lastFullAt: lane.last_full_at,
  };
}

function loudest(lane: Lane, waiting: WaitingCopies): { state: SyncState; count: number } {
  if (lane.last_error !== null) return { state: "failed", count: waiting.pending + waiting.failed };
  if (waiting.failed > 0) return { state: "failed", count: waiting.failed };
  if (waiting.pending_removal > 0) return { state: "pending_removal", count: waiting.pending_removal };
  if (waiting.pending > 0 || lane.desired_gen > lane.applied_gen) return { state: "pending", count: waiting.pending };
  return { state: "synced", count: 0 };
}
