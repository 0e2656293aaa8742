// Fixed ports for servers that restart, below the ephemeral range so that nobody takes one while its owner is dead.
import { createServer } from "node:net";

const FIRST = 15_000;
const LAST = 31_999;
const TRIES = 100;
/** Processes of one test run draw from separate parts: two may look before either listens. */
const PARTS = 16;
const SIZE = Math.floor((LAST - FIRST + 1) / PARTS);
const start = FIRST + (Number(process.env["VITEST_POOL_ID"] ?? process.pid) % PARTS) * SIZE;
const drawn = new Set<number>();

/** Returns a free port of 127.0.0.1 that the system assigns to nobody, and this process to nobody else. */
export async function lastingPort(): Promise<number> {
  for (let left = TRIES; left > 0; left--) {
    const port = start + Math.floor(Math.random() * SIZE);
    if (drawn.has(port) || !(await isFree(port))) continue;
    drawn.add(port);
    return port;
  }
  throw new Error(`no free port between ${start} and ${start + SIZE - 1} in ${TRIES} tries`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
