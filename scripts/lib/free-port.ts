import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections, which could take a free one before a server does. */
const LOWEST = 11_000;
const HIGHEST = 32_000;
const TRIES = 50;

/**
 * Returns a TCP port of 127.0.0.1 for a server that must know its port before it starts. Tries `wanted` first. Throws when fifty random
 * ones are taken or forbidden.
 */
export async function freePort(wanted?: number): Promise<number> {
  const failures: unknown[] = [];
  for (let port = wanted ?? drawn(); failures.length < TRIES; port = drawn()) {
    const probe = createServer();
    try {
      await once(probe.listen(port, "127.0.0.1"), "listening");
    } catch (error) {
      failures.push(error);
      continue;
    }
    await once(probe.close(), "close");
    return port;
  }
  throw new AggregateError(failures, `No free port between ${LOWEST} and ${HIGHEST} was found.`);
}

const drawn = () => randomInt(LOWEST, HIGHEST);
