// Keeps a test within one day of Stockholm: its week, its day and "an hour ago" must not change while it runs.
import { setTimeout as sleep } from "node:timers/promises";
import { inStockholm } from "#contract/stockholm.ts";

const SECOND_MS = 1_000;

/** Returns the milliseconds until the next day has begun in Stockholm, or 0 while the present one lasts longer than the time given. */
export function untilNextDay(instant: Date, needsMs: number): number {
  const midnight = inStockholm(instant);
  midnight.setHours(24, 0, 0, 0);
  const leftMs = midnight.getTime() - instant.getTime();
  return leftMs > needsMs ? 0 : leftMs + SECOND_MS;
}

/** Waits for the next day where the present one ends within the time that a test needs. */
export const withinOneDay = async (needsMs: number): Promise<void> => sleep(untilNextDay(new Date(), needsMs));
