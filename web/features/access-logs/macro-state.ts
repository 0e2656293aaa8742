// What became of the gate, from what the log row says. Null in the row is three things: under way, unknown, or never sent.
import type { LogRow } from "./api/get-access-logs.ts";

export type MacroState = "sending" | "executed" | "refused" | "unknown" | "repeat" | "none";

/** Nothing is sent later than five seconds after the read; what has not come by then is not coming. */
const ANSWER_MS = 10_000;

/** `now` in ms since 1970. */
export function macroState(
  row: Pick<LogRow, "access_granted" | "macro_executed" | "opened" | "duplicate_of" | "detected_at">,
  now: number,
): MacroState {
  if (row.macro_executed !== null) return row.macro_executed ? "executed" : "refused";
  if (row.duplicate_of !== null) return "repeat";
  if (!row.opened) return "none";
  return now - Date.parse(row.detected_at) < ANSWER_MS ? "sending" : "unknown";
}
