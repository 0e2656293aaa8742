// The campaign's own connections to a database that is killed, restarted and filled again and again: what it asks must not
// fail because an idle connection has died, or because the database is on its way back.
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

const TRIES = 100;
const PAUSE_MS = 100;
/** The connection went, or there is none to be had yet; nothing of the statement was done. */
const AWAY = /^(57P0[123]|08\d{3}|53300|ECONNRESET|ECONNREFUSED|EPIPE)$|^Connection terminated/;

/** A pool whose `query` waits for the database to be back. For what may be asked twice. */
export function patientPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4 });
  pool.on("error", () => {}); // an idle connection died; the next query opens another
  const ask: (...args: unknown[]) => Promise<unknown> = Reflect.get(pool, "query").bind(pool);
  const query = async (...args: unknown[]) => {
    for (let left = TRIES; ; left--) {
      try {
        return await ask(...args);
      } catch (error) {
        if (left === 0 || !isAway(error)) throw error;
        await wait(PAUSE_MS);
      }
    }
  };
  return Object.assign(pool, { query });
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return AWAY.test(code) || AWAY.test(error.message);
}
