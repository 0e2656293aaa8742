// Decides what may be claimed about all doors at once. Only what every controller has shown within its interval counts as known.

export interface SyncSummary {
  waiting: number;
  failed: number;
  /** Something is, or should be, on a device. */
  anything: boolean;
  /** Controllers that do not answer. */
  away: number;
  /** Gates that did not open at the latest passage. */
  shut: number;
  /** Controllers that have not answered within their interval. */
  unreached: number;
  paused: boolean;
}

export type SyncPart = { kind: "waiting" | "failed" | "away" | "shut" | "unreached"; count: number };

export type SyncStanding =
  /** The page itself is cut off: the latest answer is old. */
  | { kind: "offline" }
  /** The server answers, but not this question. */
  | { kind: "unknown" }
  | { kind: "parts"; parts: readonly SyncPart[]; paused: boolean }
  | { kind: "nothing" }
  | { kind: "all" };

/** Returns the standing. `latest` null: the last attempt to read the figures failed. */
export function syncStanding(latest: SyncSummary | null, hasContact: boolean): SyncStanding {
  if (!hasContact) return { kind: "offline" };
  if (latest === null) return { kind: "unknown" };
  const parts = (["waiting", "failed", "away", "shut", "unreached"] as const)
    .map((kind): SyncPart => ({ kind, count: latest[kind] }))
    .filter(({ count }) => count > 0);
  if (parts.length > 0 || latest.paused) return { kind: "parts", parts, paused: latest.paused };
  return { kind: latest.anything ? "all" : "nothing" };
}
