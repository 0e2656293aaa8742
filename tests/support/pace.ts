// The one factor of every limit in real time, so that no test's result depends on a machine's speed.
import { setTimeout as sleep } from "node:timers/promises";
import { SLOWNESS } from "#scripts/lib/slowness.ts";

/** A machine that is slow at the start may be slower later. */
const GENEROSITY = 1.5;

/** A test that lets a limit run out waits for all of it. */
const MOST = 12;

/** Limits grow only: what is slower by a half gets nearly twice the time. */
export const paceOf = (slowness: number): number =>
  Math.min(MOST, Math.max(1, GENEROSITY * slowness - (GENEROSITY - 1)));

const PACE = paceOf(SLOWNESS);

/** The time of a limit on this machine, in the unit given: of a test, a wait, a driver, a worker. */
export const paced = (time: number): number => Math.ceil(time * PACE);

/** For what must not come: no event says that it never will. */
export const nothingComes = async (withinMs: number): Promise<void> => sleep(paced(withinMs));
