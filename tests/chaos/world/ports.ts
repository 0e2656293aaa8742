// Ports for what must come back on the port that it had. They lie below the range from which the system gives ports to
// everybody else, so that no client and no other campaign takes one while its owner is dead.
import { createServer } from "node:net";

const FIRST = 15_000;
const LAST = 31_999;
const TRIES = 100;

/** A port of 127.0.0.1 that nobody has, and that nobody is given by chance. */
export async function lastingPort(): Promise<number> {
  for (let left = TRIES; left > 0; left--) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port between ${FIRST} and ${LAST} in ${TRIES} tries`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
