// Measures how much slower this machine is than the one on which the tests' limits and times were measured.
import { availableParallelism } from "node:os";

/** Passes the measurement to workers and to the processes that they start. */
const ENVIRONMENT_NAME = "PORTAL_TEST_SLOWNESS";

/** The fixed work's time, and the cores, of that machine. */
const REFERENCE_MS = 190;
const REFERENCE_CORES = 2;

/** Does typical work of a test: objects, texts and sorting. */
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

let beside = 1;

function measure(cores: number): number {
  fixedWork(10); // Compiled before it is measured.
  const [began, used] = [performance.now(), process.cpuUsage()];
  fixedWork(60);
  const took = performance.now() - began;
  const { user, system } = process.cpuUsage(used);
  beside = Math.max(1, took / ((user + system) / 1000));
  return (took / REFERENCE_MS) * (REFERENCE_CORES / cores);
}

/**
 * 1: as fast as that machine. 3: three times slower, because of its processor, other load or fewer cores. Measured once per run, by its
 * first process.
 */
export const SLOWNESS = Number((process.env[ENVIRONMENT_NAME] ??= measure(availableParallelism()).toFixed(2)));

/** Minutes of all of `npm test` on that machine. More cores do not shorten all of it: much of a test is waiting. */
const REFERENCE_MINUTES = 11;
const LEAST_MINUTES = 5;
/** Factor for a run's many processes. The measurement is one process, which beside another one gets half of a core; many processes get most of it. */
const MANY = 4;

/** Estimates the minutes for people, at the start. */
export function minutesHere(slowness = SLOWNESS, contention = beside): number {
  const alone = slowness / contention;
  return Math.max(LEAST_MINUTES, Math.round(REFERENCE_MINUTES * alone * (1 + (contention - 1) / MANY)));
}
