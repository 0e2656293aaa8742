// Pools of tests' databases.
import { Pool, type PoolConfig } from "pg";
import type { TestDatabase } from "./postgres.ts";

/**
 * Survives that its connections are ended: by a test, or by dropping the database while connections that were closed are
 * still on their way. Without a listener either would end the process. The next query reports it.
 */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  pool.on("error", () => {});
  return pool;
}

/** Superuser pool for what no portal role may, such as moving time. */
export function adminPool({ adminUrl }: TestDatabase): Pool {
  return openPool({ connectionString: adminUrl, max: 4 });
}
