// The one factor of every limit in real time, so that no test's result depends on a machine's speed.
import { setTimeout as sleep } from "node:timers/promises";
import { SLOWNESS } from "#scripts/lib/slowness.ts";

/** Widens limits, because a machine that is slow at the start may be slower later. */
const GENEROSITY = 1.5;

/** The largest factor. It is limited because some tests wait for a whole limit. */
const MOST = 12;

/** Returns the factor of a measured slowness. Limits grow only: a machine slower by a half gets nearly twice the time. */
export const paceOf = (slowness: number): number =>
  Math.min(MOST, Math.max(1, GENEROSITY * slowness - (GENEROSITY - 1)));

const PACE = paceOf(SLOWNESS);

/** Returns a time limit scaled to this machine, in the unit given: for a test, a wait, a driver or a worker. */
export const paced = (time: number): number => Math.ceil(time * PACE);

/** Waits long enough that an event would have come; nothing signals that it never will. */
export const nothingComes = async (withinMs: number): Promise<void> => sleep(paced(withinMs));
