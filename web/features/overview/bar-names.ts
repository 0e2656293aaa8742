import { formatShortDay, formatStockholm } from "#web/lib/dates.ts";
import { overviewTexts } from "#web/texts/overview.ts";
import type { Bar, Bucket } from "./buckets.ts";

export function barName(bar: Bar, bucket: Bucket): string {
  if (bucket === "day") return formatStockholm(bar.start, "EEEE d MMMM");
  const from = formatStockholm(bar.start, "HH");
  return overviewTexts.hours(formatStockholm(bar.start, "EEEE"), from, formatStockholm(bar.end, "HH"));
}

export function barLabel(bar: Bar, bucket: Bucket): string {
  return bucket === "day" ? formatShortDay(bar.start).replace(/ \d{4}$/, "") : formatStockholm(bar.start, "HH");
}
