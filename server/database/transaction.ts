// One transaction on one connection: commits what the work returns, rolls back what it throws.
import type { Pool, PoolClient } from "pg";

/**
 * Runs `work` between BEGIN and COMMIT. A connection whose rollback fails is thrown away instead of being reused half
 * way through a transaction.
 */
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
    await client.query("commit");
    return result;
  } catch (error) {
    try {
      await client.query("rollback");
    } catch (rollbackError) {
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

const DEADLOCK = "40P01";
const SERIALIZATION = "40001";

/** As `transaction`, and once more when PostgreSQL broke a deadlock by choosing this one. */
export async function retriedTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  begin?: string,
): Promise<T> {
  try {
    return await transaction(pool, work, begin);
  } catch (error) {
    if (!hasCode(error, DEADLOCK) && !hasCode(error, SERIALIZATION)) throw error;
    return transaction(pool, work, begin);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
