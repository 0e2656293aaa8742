// Matches openings of a gate with the reads that it was opened for. Cars are read all the time, so that an opening is always soon after
// some read: only one that takes a read of its own shows that none came late.

/** Allowance for the clocks of PostgreSQL and of the gate, which are one machine's. */
const CLOCKS_MS = 50;

/** Returns the openings without a read of their own that was let in at most `withinMs` before. All times are in milliseconds. */
export function openingsWithoutRead(openings: readonly number[], reads: readonly number[], withinMs: number): number[] {
  const free = reads.toSorted((a, b) => a - b);
  return openings
    .toSorted((a, b) => a - b)
    .filter((at) => {
      while (free[0] !== undefined && at - free[0] > withinMs) free.shift();
      if (free[0] === undefined || free[0] > at + CLOCKS_MS) return true;
      free.shift();
      return false;
    });
}
