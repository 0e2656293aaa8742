import type { Pool, PoolClient } from "pg";
import { isDatabaseUnavailable, OutcomeUnknownError } from "../http/errors.ts";

/** Runs `work` between BEGIN and COMMIT; rolls back on error and discards a connection whose rollback fails. */
export async function transaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  begin = "begin",
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await commit(client, begin);
    return result;
  } catch (error) {
    // A rollback would wait behind a statement that is not answered; the end of the connection rolls back too.
    broken = isDatabaseUnavailable(error) ? asError(error) : await rollback(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Rolls back; returns why that failed, if it did. */
function rollback(client: PoolClient): Promise<Error | undefined> {
  return client.query("rollback").then(() => undefined, asError);
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Commits. Throws OutcomeUnknownError when the connection is lost before the reply: the database may have committed. */
async function commit(client: PoolClient, begin: string): Promise<void> {
  try {
    await client.query("commit");
  } catch (error) {
    if (!isDatabaseUnavailable(error) || begin.startsWith(READ_ONLY)) throw error;
    // Fault point: outcome-assumed.
    throw new OutcomeUnknownError(error);
  }
}

const READ_ONLY = "begin read only";
const DEADLOCK = "40P01";
const SERIALIZATION = "40001";

/** Several callers may conflict more than once in a row. */
const TRIES = 4;

/** Runs a transaction, and again when PostgreSQL cancels it to break a deadlock. */
export async function retriedTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  begin?: string,
): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await transaction(pool, work, begin);
    } catch (error) {
      if (tries === TRIES || (!hasCode(error, DEADLOCK) && !hasCode(error, SERIALIZATION))) throw error;
    }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
