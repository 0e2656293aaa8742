// When may a request have arrived? After a standstill, old requests in sockets would open gates for absent cars.

/** Timer interval of `beat`. */
export const BEAT_MS = 100;
/** A longer gap between beats is a standstill. */
const STOOD_STILL_MS = 500;
/** After a standstill, waiting requests are read within this time. */
const BACKLOG_MS = 500;

export interface PauseWatch {
  beat(): void;
  /** Earliest arrival of a request that is read now; monotonic clock. */
  arrivedAt(): number;
}

export function createPauseWatch(clock: { monotonic(): number; now(): Date }): PauseWatch {
  const look = () => ({ monotonic: clock.monotonic(), guard: clock.now().getTime() });
  let last = look();
  let standstill = { from: last.monotonic, until: Number.NEGATIVE_INFINITY };
  const beat = () => {
    const now = look();
    // The monotonic clock stops while a machine is suspended; local time does not.
    const gap = Math.max(now.monotonic - last.monotonic, now.guard - last.guard);
    if (gap > STOOD_STILL_MS) standstill = { from: now.monotonic - gap, until: now.monotonic };
    last = now;
  };
  return {
    beat,
    arrivedAt() {
      beat();
      // Fault point: gate-opens-late.
      return last.monotonic - standstill.until < BACKLOG_MS ? standstill.from : last.monotonic;
    },
  };
}
