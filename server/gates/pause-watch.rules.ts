// Computes when a request may have arrived. After a standstill, old requests in sockets would otherwise open gates for cars that have left.

/** Timer interval of `beat`. */
export const BEAT_MS = 100;
/** A longer gap between beats is a standstill. */
const STOOD_STILL_MS = 500;
/**
 * After a standstill, waiting requests are read within this many beats. Beats are turns of the event loop, so they scale with the machine's
 * speed.
 */
const BACKLOG_BEATS = 5;

export interface PauseWatch {
  beat(): void;
  /** Returns the earliest possible arrival of a request that is read now, by the monotonic clock. */
  arrivedAt(): number;
}

/** Creates a watch. `arrivedAt` returns the earliest monotonic time at which the request may have come. */
export function createPauseWatch(clock: { monotonic(): number; now(): Date }): PauseWatch {
  const look = () => ({ monotonic: clock.monotonic(), guard: clock.now().getTime() });
  let last = look();
  // On a busy machine, the next standstill may begin before the requests from the first have been read.
  let standstills: { from: number; beatsLeft: number }[] = [];
  const watch = () => {
    const now = look();
    // The monotonic clock stops while a machine is suspended; local time does not.
    const gap = Math.max(now.monotonic - last.monotonic, now.guard - last.guard);
    if (gap > STOOD_STILL_MS) standstills.push({ from: now.monotonic - gap, beatsLeft: BACKLOG_BEATS });
    last = now;
  };
  return {
    beat() {
      for (const standstill of standstills) standstill.beatsLeft -= 1;
      standstills = standstills.filter(({ beatsLeft }) => beatsLeft > 0);
      watch();
    },
    arrivedAt() {
      watch();
      // Fault point: gate-opens-late.
      return Math.min(last.monotonic, ...standstills.map(({ from }) => from));
    },
  };
}
