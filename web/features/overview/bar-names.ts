import { formatHour, formatShortDay, formatWeekday, formatWeekdayAndDay } from "#web/lib/dates.ts";
import type { Bar, Bucket } from "./buckets.ts";
import { overviewTexts } from "./texts/overview.sv.ts";

export function barName(bar: Bar, bucket: Bucket): string {
  if (bucket === "day") return formatWeekdayAndDay(bar.start);
  const from = formatHour(bar.start);
  return overviewTexts.hours(formatWeekday(bar.start), from, formatHour(bar.end));
}

export function barLabel(bar: Bar, bucket: Bucket): string {
  return bucket === "day" ? formatShortDay(bar.start).replace(/ \d{4}$/, "") : formatHour(bar.start);
}
