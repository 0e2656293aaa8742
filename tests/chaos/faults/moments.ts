import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "#scripts/seed/random.ts";
import type { Fault } from "./fault.ts";

const SOON_MS = 500;

export function afterAWhile(name: string, random: Random, strike: () => Promise<void> | void): Fault {
  const delay = random.below(SOON_MS);
  return {
    name: `${name} after ${delay} ms`,
    during: async () => {
      await wait(delay);
      await strike();
    },
  };
}
