import type { Period } from "#web/lib/lists/period.ts";
import { accessLogsTexts } from "./texts/access-logs.sv.ts";

/** Returns what a log shows, and for which period. */
export function periodSubtitle(what: string, { from, to }: Period): string {
  if (from !== null && to !== null) return accessLogsTexts.subtitleRange(what, from, to);
  if (from !== null) return accessLogsTexts.subtitleFrom(what, from);
  return to === null ? accessLogsTexts.subtitle24(what) : accessLogsTexts.subtitleTo(what, to);
}
