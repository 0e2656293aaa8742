// Detects growth: compares the end of a long run with the state after warm-up. Pure.
import { median } from "../statistics.ts";

export interface SoakSample {
  seconds: number;
  residentMb: number;
  connections: number;
  /** Age of the oldest pending replica and the oldest queued email. */
  queueSeconds: number;
}

export type Watched = "residentMb" | "connections" | "queueSeconds";

/** Variation without growth: heaps are collected lazily, pools open one more connection when calls coincide. */
const ALLOWED: Record<Watched, { share: number; plus: number }> = {
  residentMb: { share: 0.05, plus: 10 },
  connections: { share: 0, plus: 1 },
  queueSeconds: { share: 0, plus: 5 },
};

export interface Trend {
  early: number;
  late: number;
  grows: boolean;
}

/** Compares medians of the first and last third of the samples after `warmUpSeconds`. Throws when there are too few. */
export function trendOf(samples: readonly SoakSample[], watched: Watched, warmUpSeconds: number): Trend {
  const counted = samples.filter(({ seconds }) => seconds >= warmUpSeconds).map((sample) => sample[watched]);
  const third = Math.floor(counted.length / 3);
  if (third === 0) throw new RangeError("too few samples after the warm-up to say whether anything grows");
  const [early, late] = [median(counted.slice(0, third)), median(counted.slice(-third))];
  const { share, plus } = ALLOWED[watched];
  return { early, late, grows: late > early * (1 + share) + plus };
}
