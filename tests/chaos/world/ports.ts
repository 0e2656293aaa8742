// Fixed ports for what restarts, below the ephemeral range so that nobody takes one while its owner is dead.
import { createServer } from "node:net";

const FIRST = 15_000;
const LAST = 31_999;
const TRIES = 100;

/** A free port of 127.0.0.1 that the system assigns to nobody. */
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
