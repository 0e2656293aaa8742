import type { Period } from "#web/lib/lists/period.ts";
import { accessLogsTexts } from "./texts/access-logs.sv.ts";

/** Returns a log's subtitle: its contents and its period. */
export function periodSubtitle(what: string, { from, to }: Period): string {
  if (from !== null && to !== null) return accessLogsTexts.subtitleRange(what, from, to);
  if (from !== null) return accessLogsTexts.subtitleFrom(what, from);
  return to === null ? accessLogsTexts.subtitle24(what) : accessLogsTexts.subtitleTo(what, to);
}
