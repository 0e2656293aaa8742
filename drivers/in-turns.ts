// Reads the parts of a long answer without blocking other work.
import { setImmediate as othersTurn } from "node:timers/promises";

/** Reading 100,000 plates takes some tenths of a second, or seconds on a busy machine, in which no gate would be served. */
const AT_A_TIME = 200;

/** Yields one part after the other and lets other work run in between. */
export async function* inTurns<One>(all: Iterable<One>): AsyncIterable<One> {
  let given = 0;
  for (const one of all) {
    given += 1;
    if (given % AT_A_TIME === 0) await othersTurn();
    yield one;
  }
}
