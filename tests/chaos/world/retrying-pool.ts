// A pool for the campaigns' own queries, which survives a database that is killed, restarted and filled.
import { setTimeout as wait } from "node:timers/promises";
import type { Pool } from "pg";
import { isDatabaseUnavailable } from "#server/platform/http/errors.ts";
import { openPool } from "#tests/support/pool.ts";

const TRIES = 100;
const PAUSE_MS = 100;

/** Returns a pool whose `query` waits for the database; for repeatable statements. */
export function retryingPool(connectionString: string): Pool {
  const pool = openPool({ connectionString, max: 4 });
  const ask: (...args: unknown[]) => Promise<unknown> = Reflect.get(pool, "query").bind(pool);
  return Object.assign(pool, { query: (...args: unknown[]) => whenDatabaseIsBack(() => ask(...args)) });
}

export async function whenDatabaseIsBack<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !isDatabaseUnavailable(error)) throw error;
      await wait(PAUSE_MS);
    }
  }
}
