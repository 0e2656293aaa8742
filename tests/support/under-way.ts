import { GATE_LATEST_MS } from "#contract/limits.ts";

/** Finds openings that may still end. One whose answer never came stays unknown, and keeps no other test waiting. */
export const UNDER_WAY = `select from access_logs where opened and macro_executed is null
  and detected_at > now() - interval '${2 * GATE_LATEST_MS} milliseconds'`;
