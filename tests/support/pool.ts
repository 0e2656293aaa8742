// Pools for tests' databases.
import { Pool, type PoolConfig } from "pg";
import type { TestDatabase } from "./postgres.ts";

/**
 * Opens a pool that survives the end of its connections: by a test, or by dropping the database while closed connections are still on their
 * way. Without a listener either would end the process. The next query reports it.
 */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  pool.on("error", () => {});
  return pool;
}

/** Returns a superuser pool for changes that no portal role may make, such as moving time. */
export function adminPool({ adminUrl }: TestDatabase): Pool {
  return openPool({ connectionString: adminUrl, max: 4 });
}
