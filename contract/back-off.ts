export interface BackOff {
  firstMs: number;
  longestMs: number;
}

/** Returns the pause in ms after `failures` in a row (from 1): doubled each time up to `longestMs`, without jitter. */
export function backOff(failures: number, { firstMs, longestMs }: BackOff): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs);
}
