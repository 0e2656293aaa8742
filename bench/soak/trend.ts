// Whether something grows: what stands at the end of a long run beside what stood after its warm-up. Pure.
import { median } from "../statistics.ts";

export interface SoakSample {
  /** Since the load began. */
  seconds: number;
  residentMb: number;
  /** Of all the server's pools. */
  connections: number;
  /** How long the oldest copy that a device lacks, and the oldest letter, have waited. */
  queueSeconds: number;
}

export type Watched = "residentMb" | "connections" | "queueSeconds";

/** What a run without growth may differ by: a heap is swept when it pays, a pool opens one more when two calls meet. */
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

/** Compares the medians of the first and the last third of the samples after `warmUpSeconds`. Throws when there are too few. */
export function trendOf(samples: readonly SoakSample[], watched: Watched, warmUpSeconds: number): Trend {
  const counted = samples.filter(({ seconds }) => seconds >= warmUpSeconds).map((sample) => sample[watched]);
  const third = Math.floor(counted.length / 3);
  if (third === 0) throw new RangeError("too few samples after the warm-up to say whether anything grows");
  const [early, late] = [median(counted.slice(0, third)), median(counted.slice(-third))];
  const { share, plus } = ALLOWED[watched];
  return { early, late, grows: late > early * (1 + share) + plus };
}
