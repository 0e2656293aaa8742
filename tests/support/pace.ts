// How much slower this machine is than the one on which limits were chosen: measured once a run, so that no test's result
// depends on a machine's speed.
import { availableParallelism } from "node:os";

/** Carries what was measured to workers and to the processes they start. */
const ENVIRONMENT_NAME = "PORTAL_TEST_SLOWNESS";

/** The fixed work's time and the cores of the machine on which the limits were chosen. */
const REFERENCE_MS = 190;
const REFERENCE_CORES = 2;
/** A machine that is slow at the start may be slower later. */
const GENEROSITY = 1.5;

/** What a test's processor does: objects, texts and sorting. */
function fixedWork(rounds: number): number {
  let length = 0;
  for (let round = 0; round < rounds; round += 1) {
    const rows = Array.from({ length: 6_000 }, (_, n) => ({
      id: (n * 7_919) % 6_007,
      name: `rad ${n}`,
      on: n % 2 === 0,
    }));
    rows.sort((a, b) => a.id - b.id);
    length += JSON.stringify(JSON.parse(JSON.stringify(rows))).length;
  }
  return length;
}

/** 1: as the reference. 3: three times slower, by its processor, by what runs beside, or by having fewer cores. */
function measureSlowness(cores: number): number {
  fixedWork(10); // compiled before it is measured
  const began = performance.now();
  fixedWork(60);
  return ((performance.now() - began) / REFERENCE_MS) * (REFERENCE_CORES / cores);
}

/** Limits grow only: what is slower by a half gets twice the time. */
export const paceOf = (slowness: number): number => Math.max(1, GENEROSITY * slowness - (GENEROSITY - 1));

/** Measured by the run's first process: vitest.config.ts, playwright.config.ts or scripts/test.ts. */
export const SLOWNESS = Number((process.env[ENVIRONMENT_NAME] ??= measureSlowness(availableParallelism()).toFixed(2)));

/** The one factor of every limit in real time. */
export const PACE = paceOf(SLOWNESS);

/** Milliseconds (or seconds) of a limit on this machine: of a test, a wait, a driver, a worker. */
export const paced = (time: number): number => Math.ceil(time * PACE);
