import { addDays } from "date-fns";
import { inStockholm } from "#contract/stockholm.ts";

export type Bucket = "hour" | "day";

export interface Span {
  start: Date;
  /** Exclusive. */
  end: Date;
}

export interface Bar extends Span {
  granted: number;
  denied: number;
}

const HOUR_MS = 3_600_000;
const COUNT: Record<Bucket, number> = { hour: 24, day: 30 };

/** Returns the last 24 hours or 30 days, the current one included, oldest first. Days are Stockholm's, of 23 to 25 hours. */
export function bucketsBack(bucket: Bucket, now: number): Span[] {
  const count = COUNT[bucket];
  if (bucket === "hour") {
    const first = (Math.floor(now / HOUR_MS) - count + 1) * HOUR_MS;
    return Array.from({ length: count }, (_, index) => ({
      start: new Date(first + index * HOUR_MS),
      end: new Date(first + (index + 1) * HOUR_MS),
    }));
  }
  const today = inStockholm(new Date(now));
  today.setHours(0, 0, 0, 0);
  const dayStart = (offset: number) => new Date(addDays(today, offset).getTime());
  return Array.from({ length: count }, (_, index) => ({
    start: dayStart(index - count + 1),
    end: dayStart(index - count + 2),
  }));
}

/** Returns a bar for each span; one without rows has zeros. */
export function fillBars(
  spans: readonly Span[],
  rows: readonly { bucket_start: string; granted: number; denied: number }[],
): Bar[] {
  const counted = new Map(rows.map((row) => [Date.parse(row.bucket_start), row]));
  return spans.map((span) => {
    const row = counted.get(span.start.getTime());
    return { ...span, granted: row?.granted ?? 0, denied: row?.denied ?? 0 };
  });
}

/** Merges neighbours for a phone: 24 hours as 12 bars. */
export function joinHalves(bars: readonly Bar[]): Bar[] {
  return bars.flatMap((bar, index) => {
    const next = bars[index + 1];
    if (index % 2 === 1) return [];
    if (!next) return [bar];
    return [
      {
        start: bar.start,
        end: next.end,
        granted: bar.granted + next.granted,
        denied: bar.denied + next.denied,
      },
    ];
  });
}

export function sums(bars: readonly Bar[]): { granted: number; denied: number } {
  return {
    granted: bars.reduce((sum, bar) => sum + bar.granted, 0),
    denied: bars.reduce((sum, bar) => sum + bar.denied, 0),
  };
}
