export interface BackOff {
  firstMs: number;
  longestMs: number;
}

/** Pause in ms after `failures` in a row (1 = the first): doubled each time, at most `longestMs`. Any jitter is the caller's. */
export function backOff(failures: number, { firstMs, longestMs }: BackOff): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs);
}
