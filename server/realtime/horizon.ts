// How far back a read must look, so that it finds rows whose transaction commits late. Pure.

/** A read's moment: the database's clock, and its snapshot's oldest open and next transaction. */
export interface Moment {
  /** Microseconds since 1970. */
  readonly nowMicros: number;
  readonly oldestOpen: number;
  readonly next: number;
}

/** Rows carry a time within this long before their transaction's first write, and two servers' clocks may differ. */
export const OVERLAP_MICROS = 10_000_000;
/** A transaction that stays open longer, such as a restore's into another database, is not waited for. */
const LONGEST_MICROS = 300_000_000;

export interface Horizon {
  /** Returns the time from which the next read must look. It never goes back. */
  after(moment: Moment): number;
}

/** Creates a horizon. Commits that wait for a standby stay open for as long as it is away. */
export function createHorizon(): Horizon {
  let moments: Moment[] = [];
  let since = 0;
  return {
    after: (moment) => {
      moments.push(moment);
      moments = moments.filter(({ nowMicros }) => nowMicros >= moment.nowMicros - LONGEST_MICROS);
      // Finds the last moment at which the oldest open transaction had not begun: it wrote everything after that moment.
      const before = moments.findLast(({ next }) => next <= moment.oldestOpen) ?? moments[0] ?? moment;
      since = Math.max(since, before.nowMicros - OVERLAP_MICROS);
      return since;
    },
  };
}
