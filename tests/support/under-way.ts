import { GATE_LATEST_MS } from "#contract/limits.ts";

/** Finds openings whose outcome may still arrive. An older opening without one stays unknown and must not delay another test. */
export const UNDER_WAY = `select from access_logs where opened and macro_executed is null
  and detected_at > now() - interval '${2 * GATE_LATEST_MS} milliseconds'`;
