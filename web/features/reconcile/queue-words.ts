import type { SyncQueueRow } from "#contract/tables/sync-status.ts";
import { formatDayOfMonth, formatNumber } from "#web/lib/dates.ts";
import { replicaTrouble, syncTexts } from "./texts/sync-status.sv.ts";

export function changeWords(
  row: Pick<SyncQueueRow, "source_kind" | "desired" | "label" | "state" | "synced_at" | "plate" | "suspended_until">,
): string {
  if (row.plate) return plateWords(row);
  if (row.source_kind === "weekly_code")
    return row.desired ? syncTexts.weeklyCode(row.label) : syncTexts.removeWeeklyCode(row.label);
  if (row.state === "synced" && row.suspended_until !== null)
    return syncTexts.suspended(formatDayOfMonth(row.suspended_until));
  if (row.state === "synced") return row.desired ? syncTexts.onDevice : syncTexts.notOnDevice;
  if (!row.desired) return syncTexts.removePin;
  return row.synced_at === null ? syncTexts.addPin : syncTexts.changePin;
}

function plateWords({ desired, state, synced_at }: Pick<SyncQueueRow, "desired" | "state" | "synced_at">): string {
  if (state === "synced") return desired ? syncTexts.onList : syncTexts.notOnList;
  if (!desired) return syncTexts.removePlate;
  return synced_at === null ? syncTexts.addPlate : syncTexts.changePlate;
}

/** Returns the replica's own failure, else its controller's; null while all is well. */
export function troubleWords(row: Pick<SyncQueueRow, "last_error" | "controller_error" | "state">): string | null {
  if (row.state === "synced") return null;
  const code = row.last_error ?? row.controller_error;
  return code === null ? null : replicaTrouble(code);
}

export type NextTry = { kind: "running" | "paused" | "sync-paused" | "soon" } | { kind: "in"; words: string } | null;

/** Returns the next try. `now` in ms since the epoch. `syncPaused`: all workers are paused. */
export function nextTry(
  row: Pick<SyncQueueRow, "state" | "working" | "controller_state" | "next_try_at">,
  now: number,
  syncPaused: boolean,
): NextTry {
  if (row.state === "synced") return null;
  if (row.controller_state === "paused") return { kind: "paused" };
  if (syncPaused) return { kind: "sync-paused" };
  const left = Math.ceil((Date.parse(row.next_try_at) - now) / 1000);
  if (row.working && left <= 0) return { kind: "running" };
  if (left <= 0) return { kind: "soon" };
  if (left < 60) return { kind: "in", words: syncTexts.inSeconds(formatNumber(left)) };
  return { kind: "in", words: syncTexts.inMinutes(formatNumber(Math.ceil(left / 60))) };
}
