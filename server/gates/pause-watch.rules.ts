// When did a request arrive that is read now? A process that stood still (stopped, starved, a frozen machine) finds old
// requests in its sockets and would take them for new ones: a gate would open for a car that drove off long ago.

/** How often `beat` is to be called by a timer. */
export const BEAT_MS = 100;
/** A gap between beats that is no longer a busy moment. */
const STOOD_STILL_MS = 500;
/** After a standstill, what waited in sockets has been read within this time. */
const BACKLOG_MS = 500;

export interface PauseWatch {
  beat(): void;
  /** The earliest moment, on the monotonic clock, at which a request that is read now can have been sent to us. */
  arrivedAt(): number;
}

export function createPauseWatch(clock: { monotonic(): number; now(): Date }): PauseWatch {
  const look = () => ({ monotonic: clock.monotonic(), wall: clock.now().getTime() });
  let last = look();
  let standstill = { from: last.monotonic, until: Number.NEGATIVE_INFINITY };
  const beat = () => {
    const now = look();
    // The monotonic clock of a machine that was suspended stood still as well; its wall clock did not.
    const gap = Math.max(now.monotonic - last.monotonic, now.wall - last.wall);
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
