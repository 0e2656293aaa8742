// Tells apart the three meanings of null in the row: in progress, unknown, or never sent.
import type { LogRow } from "./api/get-access-logs.ts";

export type MacroFacts = Pick<LogRow, "macro_executed" | "opened" | "duplicate_of" | "detected_at">;
export type MacroState = "sending" | "executed" | "refused" | "unknown" | "repeat" | "none";

/** A macro call is sent within 5 s of the read or never; no answer comes later than this. */
const ANSWER_MS = 10_000;

/** Returns the state; `now` in ms since the epoch. */
export function macroState(row: MacroFacts, now: number): MacroState {
  if (row.macro_executed !== null) return row.macro_executed ? "executed" : "refused";
  if (row.duplicate_of !== null) return "repeat";
  if (!row.opened) return "none";
  return now - Date.parse(row.detected_at) < ANSWER_MS ? "sending" : "unknown";
}
