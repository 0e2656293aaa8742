// The one factor of every limit in real time, so that no test's result depends on a machine's speed.
import { setTimeout as sleep } from "node:timers/promises";
import { SLOWNESS } from "#scripts/lib/slowness.ts";

/** Widens limits, because a machine that is slow at the start may be slower later. */
const GENEROSITY = 1.5;

/** The largest factor: a test that lets a limit run out waits for all of it. */
const MOST = 12;

/** Returns the factor of a measured slowness. Limits grow only: a machine slower by a half gets nearly twice the time. */
export const paceOf = (slowness: number): number =>
  Math.min(MOST, Math.max(1, GENEROSITY * slowness - (GENEROSITY - 1)));

const PACE = paceOf(SLOWNESS);

/** Returns a limit's time on this machine, in the unit given: of a test, a wait, a driver, a worker. */
export const paced = (time: number): number => Math.ceil(time * PACE);

/** Waits out the time in which something must not come: no event says that it never will. */
export const nothingComes = async (withinMs: number): Promise<void> => sleep(paced(withinMs));
