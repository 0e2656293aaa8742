// How much slower this machine is than the one on which the tests' limits and times were measured.
import { availableParallelism } from "node:os";

/** Carries what was measured to workers and to the processes they start. */
const ENVIRONMENT_NAME = "PORTAL_TEST_SLOWNESS";

/** The fixed work's time and the cores of that machine. */
const REFERENCE_MS = 190;
const REFERENCE_CORES = 2;

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

function measure(cores: number): number {
  fixedWork(10); // compiled before it is measured
  const began = performance.now();
  fixedWork(60);
  return ((performance.now() - began) / REFERENCE_MS) * (REFERENCE_CORES / cores);
}

/**
 * 1: as that machine. 3: three times slower, by its processor, by what runs beside or by having fewer cores. Measured once a
 * run, by its first process.
 */
export const SLOWNESS = Number((process.env[ENVIRONMENT_NAME] ??= measure(availableParallelism()).toFixed(2)));
