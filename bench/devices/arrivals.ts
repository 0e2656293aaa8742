// Measures when tries at doors arrived at a subscriber, and counts those that never did.
import { median, percentile, type Row } from "../statistics.ts";

export interface Try {
  controllerId: string;
  /** Time of the device's decision in milliseconds, by the device's clock. */
  deviceTime: number;
  /** By the machine's monotonic clock. */
  at: number;
}

export interface Arrivals {
  tried: number;
  /** Delays of the events that arrived. */
  seconds: number[];
}

/** Returns the key that identifies one try at a controller. */
export const keyOf = (controllerId: string, deviceTime: number): string => `${controllerId} ${deviceTime}`;

/** `rows`: ids by key; `seenAt`: moments by id. */
export function arrivals(
  tries: readonly Try[],
  rows: ReadonlyMap<string, string>,
  seenAt: ReadonlyMap<string, number>,
): Arrivals {
  const seconds = tries.flatMap(({ controllerId, deviceTime, at }) => {
    const seen = seenAt.get(rows.get(keyOf(controllerId, deviceTime)) ?? "");
    return seen === undefined ? [] : [(seen - at) / 1000];
  });
  return { tried: tries.length, seconds };
}

export function arrivalsRow(work: string, { tried, seconds }: Arrivals, goalSeconds: number): Row {
  const [missed, p99] = [tried - seconds.length, percentile(seconds, 0.99)];
  return {
    work: `${work} → its row in the hands of a subscriber (unmodified supabase-js in a process of its own), ${tried} tries`,
    measured: `p99 ${p99.toFixed(1)} s, median ${median(seconds).toFixed(1)} s, longest ${Math.max(...seconds).toFixed(1)} s; ${missed} missed`,
    goal: `p99 ≤ ${goalSeconds} s, none missed`,
    met: p99 <= goalSeconds && missed === 0,
  };
}
