// The campaigns' own queries survive a database that is killed, restarted and filled.
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { isDatabaseUnavailable } from "#server/platform/http/errors.ts";

const TRIES = 100;
const PAUSE_MS = 100;

/** A pool whose `query` waits for the database; for repeatable statements. */
export function retryingPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4 });
  pool.on("error", () => {}); // an idle connection died; the next query opens another
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
