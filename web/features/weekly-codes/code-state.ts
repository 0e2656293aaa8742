import type { SyncState } from "#contract/devices.ts";
import { words } from "#web/texts/words.sv.ts";
import type { ReplicaCounts } from "./api/get-code-states.ts";

export interface CodeState {
  /** `over`: the week has ended and no device has the code. */
  state: SyncState | "over";
  /** Replicas in that state; null where a number would say nothing. */
  count: number | null;
}

const BY_LOUDNESS = ["failed", "pending_removal", "pending"] as const;

/** Returns the state. `counts` undefined: no replica is known yet, so the code waits. `now`: ms since the epoch. */
export function codeState(code: { valid_to: string }, counts: ReplicaCounts | undefined, now: number): CodeState {
  for (const state of BY_LOUDNESS) {
    const count = counts?.[state] ?? 0;
    if (count > 0) return { state, count };
  }
  if (Date.parse(code.valid_to) <= now) return { state: "over", count: null };
  return { state: counts === undefined ? "pending" : "synced", count: null };
}

/** Returns "v.53 2026"; in English "wk 53 2026". `year` is the ISO week's, which may differ from the date's. */
export function weekName({ week_number, year }: { week_number: number; year: number }): string {
  return words.weekOf(week_number, year);
}

export function isThisWeek({ valid_from, valid_to }: { valid_from: string; valid_to: string }, now: number): boolean {
  return Date.parse(valid_from) <= now && now < Date.parse(valid_to);
}
