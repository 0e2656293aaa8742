// For answers of many parts, whose reading nobody else shall wait for.
import { setImmediate as othersTurn } from "node:timers/promises";

/** Reading 100,000 plates takes some tenths of a second, on a busy machine seconds, in which no gate would be served. */
const AT_A_TIME = 200;

/** One after the other, with everybody else served in between. */
export async function* inTurns<One>(all: Iterable<One>): AsyncIterable<One> {
  let given = 0;
  for (const one of all) {
    given += 1;
    if (given % AT_A_TIME === 0) await othersTurn();
    yield one;
  }
}
