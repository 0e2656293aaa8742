import type { Period } from "#web/lib/period.ts";
import { accessLogsTexts } from "#web/texts/access-logs.ts";

export function periodSubtitle({ from, to }: Period): string {
  if (from !== null && to !== null) return accessLogsTexts.subtitleRange(from, to);
  if (from !== null) return accessLogsTexts.subtitleFrom(from);
  return to === null ? accessLogsTexts.subtitle24 : accessLogsTexts.subtitleTo(to);
}
